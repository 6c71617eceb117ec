"""What django-allauth would show there: secrets of second steps, keys of sessions, and addresses to tick as confirmed.

A superuser who could read or change them could sign in as anybody, without a trace.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin

for model in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(model)
