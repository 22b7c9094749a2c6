export const notAuthorizedTexts = {
  documentTitle: 'Not in the beta yet · Longline',
  title: 'Not in the beta yet',
  description: 'Longline is in private beta, and this account has no place yet. Leave your address, and we write when it has.',
  home: 'Back to Home',
  logout: 'Logout',
  again: 'Try Again',
};
