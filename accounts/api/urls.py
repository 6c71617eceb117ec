from django.urls import path, re_path

from . import blocks, export, me, ratings, tokens, users

NAME = r"(?P<name>[\w.@+-]{1,150})"

urlpatterns = [
    path("me/", me.MeView.as_view(), name="me"),
    path("me/export/", export.ExportView.as_view(), name="export"),
    path("me/blocks/", blocks.BlocksView.as_view(), name="blocks"),
    re_path(rf"^me/blocks/{NAME}/$", blocks.BlockView.as_view(), name="block"),
    path("me/tokens/", tokens.TokensView.as_view(), name="tokens"),
    re_path(r"^me/tokens/(?P<token_id>[0-9]{1,18})/$", tokens.TokenView.as_view(), name="token"),
    re_path(rf"^users/{NAME}/$", users.UserView.as_view(), name="user"),
    re_path(rf"^users/{NAME}/ratings/$", ratings.RatingsView.as_view(), name="ratings"),
]
