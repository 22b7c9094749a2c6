import type { ReportSubject } from '../../api/contract/reports.ts';

/** A row of someone else that a person may report. */
export interface Reporting {
  subject: ReportSubject;
  subjectId: string;
  /** Title, name or first words, for the list of reports. */
  title: string;
  /** Whose it is, to block them afterwards. Null if the person does not know them. */
  person: { id: string /** Empty for the nameless. */; name: string; isPartner: boolean | null } | null;
}
