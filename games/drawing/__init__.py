"""Pictures as plain values: pages turn them into SVG, nothing here knows of HTML."""
