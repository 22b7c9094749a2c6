/** Downloads a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The click starts the download; slow browsers still need the URL for a while.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
