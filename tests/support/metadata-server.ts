import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server that publishes one document, for metadata that changes or goes away. */
export interface MetadataServer {
  origin: string;
  url: string;
  /** How often it was asked. */
  asked: () => number;
  /** What it answers from now on; a status other than 200 comes with a Location to itself. */
  publish: (body: string, status?: number) => void;
  close: () => Promise<void>;
}

export async function startMetadataServer(port = 0): Promise<MetadataServer> {
  let body = '';
  let status = 200;
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url !== '/metadata') return response.writeHead(404).end();
    asked += 1;
    response.writeHead(status, status === 200 ? {} : { location: '/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/metadata`,
    asked: () => asked,
    publish: (newBody, newStatus = 200) => {
      body = newBody;
      status = newStatus;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Metadata of an identity provider with these certificates. */
export function providerMetadata(entityId: string, ssoUrl: string, certificates: string[]): string {
  const keys = certificates.map((certificate) => {
    const base64 = certificate.replace(/-----[A-Z ]+-----/g, '').trim();
    return `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${base64}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  });
  return `<?xml version="1.0"?>
<!-- a comment, as administrators leave them -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
}
