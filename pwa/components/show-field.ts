/**
 * Scrolls to a field and, if it is invalid, to the message below it (R297). The first id in the field's `aria-describedby` is
 * the id of its message.
 */
export function showField(field: Element): void {
  field.scrollIntoView({ block: 'nearest' });
  if (field.getAttribute('aria-invalid') !== 'true') return;
  const [messageId = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  document.getElementById(messageId)?.scrollIntoView({ block: 'nearest' });
}
