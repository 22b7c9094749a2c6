/** Offers a file for download. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun with the click; a moment is left to slow browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
