/** One message to one person, in every form that a transport may need. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** The message as one line for the server's terminal. */
  line(address: string): string;
}
