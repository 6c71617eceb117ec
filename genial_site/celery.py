import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genial_site.settings")

app = Celery("genial")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
