from django.apps import AppConfig


class GenialSiteConfig(AppConfig):
    name = "genial_site"

    def ready(self) -> None:
        from . import checks
        from .operation import counting

        checks.register()
        counting.listen()
