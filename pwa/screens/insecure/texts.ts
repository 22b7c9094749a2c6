/** @param port on which the server listens on its own machine */
const commands = (port: string) => `# /etc/caddy/Caddyfile, with your own name.
# Then: sudo systemctl reload caddy
longline.example.org {
  reverse_proxy 127.0.0.1:${port}
}

# Or, on a machine in your tailnet:
tailscale serve --bg ${port}

# .env beside Longline. Then restart it.
PUBLIC_URL=https://longline.example.org
TRUST_PROXY=1`;

export const TEXTS = {
  documentTitle: 'A secure address · Longline',
  heading: { phone: 'Phones need a secure address', device: 'Longline needs a secure address' },
  opened: 'You opened',
  why: {
    phone: 'A phone keeps sessions offline only on an address that starts with',
    device: 'A browser keeps sessions offline only on an address that starts with',
  },
  known: { heading: 'This server has one', lead: 'It is', open: 'Open the secure address' },
  ask: {
    heading: 'Someone else runs this server?',
    lead: 'Ask them for the https address.',
    copy: 'Copy a message to them',
    byHand: 'Message to copy',
    message: (origin: string) =>
      `I opened Longline at ${origin}, but it only works at an https address. Which one can I use? The commands to add one are in its README under 'HTTPS at home'.`,
  },
  run: {
    heading: 'You run it?',
    steps: [
      { what: 'Give it a name.', how: 'A domain, or a name from your tunnel or VPN.' },
      { what: 'Put HTTPS in front.', how: 'Caddy or Tailscale Serve does it in a few lines.' },
      { what: 'Set PUBLIC_URL', how: 'to that address and restart.' },
    ],
    show: 'Show the commands',
    commands,
    again: 'Try Again',
  },
} as const;
