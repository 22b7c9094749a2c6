/** Texts about other people that several places share (specification, sections 2, 8 and 9). */
export const PEOPLE_TEXTS = {
  nameless: 'Training Partner',
  recently: 'Recently',
  accept: 'Accept',
  decline: 'Decline',
  acceptOf: (name: string) => `Accept ${name}`,
  declineOf: (name: string) => `Decline ${name}`,
  invite: 'Send Invite',
  inviting: 'Sending...',
  inviteOf: (name: string) => `Send Invite to ${name}`,
  pending: 'Pending',
  isPartner: 'Training partner',
  asksYou: 'Has asked you',

  success: 'Success',
  accepted: 'Training partner request accepted!',
  declined: 'Request declined',
  inviteFailed: 'Failed to send invite',
  acceptFailed: 'Failed to accept request',
  declineFailed: 'Failed to decline request',
  withdrawFailed: 'Failed to withdraw request',
  removeFailed: 'Failed to remove partner',
} as const;
