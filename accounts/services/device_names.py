"""What a browser is called in a list of its owner's devices."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
"""In the order in which to look: most browsers claim to be others, too."""
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Such as "Firefox · Android"; nothing where the browser does not say."""
    found = [next((name for sign, name in table if sign in user_agent), "") for table in (BROWSERS, SYSTEMS)]
    return " · ".join(name for name in found if name)
