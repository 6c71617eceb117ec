from typing import Any

from django.db import migrations
from django.db.models import Min


def gather(apps: Any, _schema_editor: Any) -> None:
    """Reports from before there were cases: one open case for each person who was reported."""
    Case, Report = apps.get_model("accounts", "Case"), apps.get_model("games", "Report")
    writers = Report.objects.filter(case=None).order_by("message__user").values("message__user")
    for row in writers.annotate(first=Min("at")):
        writer = row["message__user"]
        case = Case.objects.create(user_id=writer, opened_at=row["first"])
        Report.objects.filter(case=None, message__user=writer).update(case=case, user=writer)


class Migration(migrations.Migration):
    dependencies = [("games", "0015_reports_of_people")]

    operations = [migrations.RunPython(gather, migrations.RunPython.noop)]
