import subprocess
import sys
from pathlib import Path

from tests.running import HERE, clean_environment

SEND = """
import django
django.setup()
from django.core.mail import send_mail
send_mail("Invitation", "https://play.example.org/secret", None, ["ada@example.org"])
"""


def test_without_a_mail_server_mails_become_files_for_the_operator_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    env = clean_environment(GENIAL_DATA=str(data), DJANGO_SETTINGS_MODULE="genial_site.settings")
    done = subprocess.run(
        [sys.executable, "-c", SEND], cwd=HERE, env=env, capture_output=True, text=True, check=True, umask=0o022
    )
    assert done.stdout == ""
    assert "/operator/mails/" in done.stderr
    assert "secret" not in done.stderr
    assert "ada@" not in done.stderr
    [mail] = (data / "mail").iterdir()
    assert "https://play.example.org/secret" in mail.read_text()
    assert (data / "mail").stat().st_mode & 0o777 == 0o700
    assert mail.stat().st_mode & 0o777 == 0o600
