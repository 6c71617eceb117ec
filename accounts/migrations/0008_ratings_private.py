from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_moderation"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="ratings_private",
            field=models.BooleanField(default=False, verbose_name="ratings private"),
        ),
    ]
