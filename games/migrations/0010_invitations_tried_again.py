from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_invitations_claimed"),
    ]

    operations = [
        migrations.RemoveField(model_name="invitation", name="claimed_at"),
        migrations.AddField(
            model_name="invitation",
            name="due_at",
            field=models.DateTimeField(null=True, verbose_name="due"),
        ),
        migrations.AddField(
            model_name="invitation",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="attempts"),
        ),
    ]
