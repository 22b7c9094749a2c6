/** How a spreadsheet's name of a dog is compared. */
export const dogKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();
