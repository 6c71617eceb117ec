from allauth.mfa.models import Authenticator

from accounts.models import User

SECOND_STEPS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_step(user: User) -> bool:
    """Whether a password alone does not get one in."""
    return Authenticator.objects.filter(user=user, type__in=SECOND_STEPS).exists()
