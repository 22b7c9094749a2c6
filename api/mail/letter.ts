/** One message to one person, in every form that a transport may need. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** One line that says the same on the server's terminal. */
  line(address: string): string;
}
