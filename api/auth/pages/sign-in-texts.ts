import { MESSAGES } from '../../contract/errors.ts';

const minutes = (seconds: number) => (seconds < 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);
const inWords = (digits: number) => (digits === 6 ? 'six' : String(digits));

/** Every text of the sign-in and sign-out pages. */
export const TEXTS = {
  signIn: 'Sign in',
  intro: 'Enter your email and we’ll send you a six-digit code. You don’t need a password.',
  introTerminal: 'Enter your email and a six-digit code appears on this server’s terminal. You don’t need a password.',
  email: 'Email',
  sendCode: 'Send code',
  back: 'Back to Longline',
  privacy: 'Privacy',

  enterCode: 'Enter your code',
  mailed: (digits: number) => `We sent a ${inWords(digits)}-digit code to`,
  printed: (digits: number) => `The ${inWords(digits)}-digit code for this address is on the server’s terminal:`,
  valid: 'It works once, for ten minutes.',
  code: (digits: number) => (digits === 6 ? 'Six-digit code' : `${digits}-digit code`),
  anotherCode: 'Send another code',
  anotherEmail: 'Use another email',

  emailInvalid: MESSAGES.emailInvalid,
  codeMalformed: (digits: number) => `Please enter the ${inWords(digits)} digits of the code.`,
  codeWrong: (triesLeft: number) => `That code is wrong. ${triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`} left.`,
  codeSpent: 'That was the last try for this code. Please request another code.',
  codesGuessed: (digits: number) => `Too many wrong codes were entered. Please request another code now: it has ${digits} digits.`,
  codeOver: 'This code has expired or was already used. Please request another one.',
  tooManyCodes: (seconds: number) => `Too many codes requested. Please try again in ${minutes(seconds)}.`,
  mailFailed: 'We couldn’t email the code. Please try again in a minute.',

  providerDown: 'We can’t reach the sign-in service. Please try again in a minute.',
  providerDenied: 'The sign-in was cancelled.',
  providerFailed: 'We couldn’t complete this sign-in. It was opened twice or took too long.',
  addressTaken: (email: string) =>
    `An account with ${email} already exists and belongs to another sign-in. Nothing in it has changed. If it is yours, ask the person who runs this server to connect it.`,
  notSignedIn: 'Not signed in',
  tryAgain: 'Try Again',

  logout: 'Logout',
  logoutAsk: 'Do you want to log out of Longline?',
  logoutHint: 'Another page sent you here. You are still signed in.',
  loggedOut: 'You are logged out of Longline',
  loggedOutHint: 'Next, log out of your sign-in service too.',
  continueThere: 'Continue',
  stay: 'Stay signed in',

  otherAddress: 'Another address',
  otherAddressLead: 'This page was opened at an address that Longline doesn’t know. Nothing was changed. Longline is at',
  otherAddressHint: 'If you run this server: the setting PUBLIC_URL names its address.',
  openThere: 'Open Longline there',
} as const;
