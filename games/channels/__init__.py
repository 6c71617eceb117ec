"""Ways to reach people outside the site."""
