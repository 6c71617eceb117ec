from django.apps import AppConfig


class GenialSiteConfig(AppConfig):
    name = "genial_site"

    def ready(self) -> None:
        from . import checks

        checks.register()
