from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_games")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="seen",
            field=models.PositiveIntegerField(default=0, verbose_name="version last seen"),
        ),
    ]
