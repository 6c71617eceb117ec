from typing import Any

from django.db import migrations, models

from accounts.models.user import skeleton


def note_likeness(apps: Any, _schema_editor: Any) -> None:
    for user in apps.get_model("accounts", "User").objects.iterator():
        user.looks_like = skeleton(user.username)
        user.save(update_fields=["looks_like"])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_api_token'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='is_guest',
            field=models.BooleanField(default=False, verbose_name='guest'),
        ),
        migrations.AddField(
            model_name='user',
            name='looks_like',
            field=models.CharField(db_index=True, default='', editable=False, max_length=300),
            preserve_default=False,
        ),
        migrations.RunPython(note_likeness, migrations.RunPython.noop, elidable=True),
    ]
