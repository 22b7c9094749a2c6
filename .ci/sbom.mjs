import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes `sbom.json`: the packages of the image in CycloneDX's format, from the lock file alone, so that the same lock file gives
 * the same list. `npm sbom --omit=dev` leaves out packages that a tool needs too (docs/decisions/0185).
 */
const { name, version, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const components = Object.entries(packages)
  .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
  .map(([path, locked]) => {
    const named = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const [algorithm, digest] = (locked.integrity ?? '').split('-');
    const purl = `pkg:npm/${named.replace('@', '%40')}@${locked.version}`;
    return {
      type: 'library',
      'bom-ref': path,
      name: named,
      version: locked.version,
      // Of several packages with machine code, only those of the image's processor are in it.
      scope: locked.optional ? 'optional' : 'required',
      purl,
      ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
      ...(locked.license && { licenses: [licenseOf(locked.license)] }),
    };
  });
const metadata = { component: { type: 'application', 'bom-ref': name, name, version } };
writeFileSync(
  'sbom.json',
  `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }, null, 1)}\n`,
);

/** A choice of licences is an expression in SPDX's language. */
function licenseOf(license) {
  return /[ ()]/.test(license) ? { expression: license } : { license: { id: license } };
}
