#!/bin/sh
# Makes what compose.yaml needs and no repository may hold: passwords in .env, and a certificate for both names in secrets/.
# What is there already stays. Needs openssl.
set -eu
cd "$(dirname "$0")"
umask 077

if [ ! -e .env ]; then
    for name in DATABASE_PASSWORD SECRET_KEY SSO_ADMIN_PASSWORD; do
        echo "$name=$(openssl rand -hex 32)"
    done > .env
    echo "FIRST_PASSWORD=$(openssl rand -hex 8)" >> .env
fi

mkdir -p secrets/clouds
if [ ! -e secrets/certificate.pem ]; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=skyledger.localhost \
        -addext 'subjectAltName=DNS:skyledger.localhost,DNS:sso.localhost' \
        -keyout secrets/key.pem -out secrets/certificate.pem 2> /dev/null
fi
# The portal's user has to read these two, and what is put into the folder.
chmod 755 secrets secrets/clouds
chmod 644 secrets/certificate.pem

echo 'The passwords are in deploy/compose/.env, the certificate is in deploy/compose/secrets.'
