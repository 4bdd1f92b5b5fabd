-- The key with which a tenant opens encrypted assertions; apart from the one that it signs with, and made at its first use.

alter table auth.saml_key add column sealed_decryption_key bytea;

alter table auth.saml_key add column decryption_certificate text;
