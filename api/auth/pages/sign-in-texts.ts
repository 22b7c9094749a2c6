import { MESSAGES } from '../../contract/errors.ts';

const minutes = (seconds: number) => (seconds < 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

/** Every text of the sign-in and sign-out pages. */
export const TEXTS = {
  signIn: 'Sign in',
  intro: 'Enter your email and we send you a six-digit code. There is no password.',
  introTerminal: 'Enter your email and a six-digit code appears on this server’s terminal. There is no password.',
  email: 'Email',
  sendCode: 'Send code',
  back: 'Back to Longline',

  enterCode: 'Enter your code',
  mailed: 'We sent a six-digit code to',
  printed: 'The six-digit code for this address is on the server’s terminal:',
  valid: 'It works once, for ten minutes.',
  code: 'Six-digit code',
  anotherCode: 'Send another code',
  anotherEmail: 'Use another email',

  emailInvalid: MESSAGES.emailInvalid,
  codeMalformed: 'Please enter the six digits of the code.',
  codeWrong: (triesLeft: number) =>
    `That is not the code. ${triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`} left.`,
  codeSpent: 'That was the last try for this code. Please send another code.',
  codeOver: 'This code is over: it has been used, or ten minutes have passed. Please send another one.',
  tooManyCodes: (seconds: number) => `Too many codes were asked for. Please try again in ${minutes(seconds)}.`,
  mailFailed: 'The code could not be mailed just now. Please try again in a minute.',

  providerDown: 'The sign-in service cannot be reached just now. Please try again in a minute.',
  providerDenied: 'You were not signed in, because the sign-in was cancelled.',
  providerFailed: 'This sign-in could not be completed. It may have been opened twice, or have waited too long.',
  notSignedIn: 'Not signed in',
  tryAgain: 'Try Again',

  logout: 'Logout',
  logoutAsk: 'Do you want to log out of Longline?',
  logoutHint: 'Another page brought you here, so nothing has happened yet.',
  stay: 'Stay signed in',
} as const;
