"""All that the site keeps of a user, as a ZIP file: packed a part at a time by workers, kept for a week."""
