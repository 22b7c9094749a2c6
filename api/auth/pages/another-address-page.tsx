/** @jsxImportSource hono/jsx */
import { TEXTS } from './sign-in-texts.ts';

/** For a form that was sent from an address other than `publicUrl` (R195). */
export const AnotherAddressPage = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h1>{TEXTS.otherAddress}</h1>
    <p class="lead">
      {TEXTS.otherAddressLead} <b>{publicUrl}</b>
    </p>
    <p class="lead">{TEXTS.otherAddressHint}</p>
    <div class="others">
      <a class="button" href={`${publicUrl}/`}>
        {TEXTS.openThere}
      </a>
    </div>
  </>
);
