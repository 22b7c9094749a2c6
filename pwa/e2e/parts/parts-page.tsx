import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { AddButton } from '../../components/add-button.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { useBusyWhile, useIsBusy } from '../../components/busy.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DayHeader } from '../../components/day-header.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DifficultyBars } from '../../components/difficulty-bars.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LogEntry } from '../../components/log-entry.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Progress } from '../../components/progress.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { SwitchRow } from '../../components/switch-row.tsx';
import { SyncChip, type SyncChipStatus } from '../../components/sync-chip.tsx';
import { SyncTotal } from '../../components/sync-total.tsx';
import type { SyncTotalStatus } from '../../components/total-words.ts';
import { Tabs } from '../../components/tabs.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showError, showToast } from '../../components/toast-store.ts';
import { Toaster } from '../../components/toaster.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useTabRoute } from '../../components/use-tab-route.ts';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import '../../styles/app.css';

/** Shows the shared components in their states, for manual review and for parts.test.ts. */
function PartsPage() {
  const dialog = useDialogRoute('demo', ['id']);
  const [tab, chooseTab] = useTabRoute(['all', 'mine', 'partners']);
  const [asking, setAsking] = useState(false);
  const [chip, setChip] = useState<SyncChipStatus>({ state: 'saved' });
  const [wifi, setWifi] = useState(true);
  const [pressed, setPressed] = useState(0);
  return (
    <main className="mx-auto max-w-[1040px] px-4 pt-5 pb-40">
      <PageHead
        title="Training Log"
        quote="Write down what the dog did, not what you hoped for."
        action={<AddButton label="Log a session" onClick={() => dialog.open({ id: '7' })} />}
      />
      <Tabs
        label="Sessions"
        tabs={[
          { name: 'all', label: 'All' },
          { name: 'mine', label: 'My Sessions' },
          { name: 'partners', label: "Partners' Sessions" },
        ]}
        chosen={tab}
        onChoose={chooseTab}
      >
        <p className="sr-only">Showing {tab}</p>
        <div className="long-line">
          <DayHeader day={21} dayWords="Saturday" count="3 sessions" first onlyHere />
          <LogEntry state="uploading" fraction={0.42}>
            <Entry time="14:22" title="Send-away to second marker" status={{ state: 'uploading', fraction: 0.42 }} />
          </LogEntry>
          <LogEntry state="saved">
            <Entry time="13:50" title="Dumbbell hold, duration" status={chip} />
          </LogEntry>
          <LogEntry state="waiting">
            <Entry time="11:05" title="Track: two corners, three articles" status={{ state: 'waiting', for: 'signal' }} />
          </LogEntry>
          <LogEntry state="failed">
            <Entry
              time="09:10"
              title="Ring craft, halt in heelwork"
              status={{ state: 'failed', retry: 'helps', onTap: () => setPressed(pressed + 1) }}
            />
          </LogEntry>
          <DayHeader day={20} dayWords="Friday" count="1 session" />
          <LogEntry last>
            <Entry time="17:40" title="Blind search, stable block" status={{ state: 'paused', why: 'person' }} />
          </LogEntry>
        </div>
      </Tabs>
      <div className="grid gap-6 border-t border-line pt-6">
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" icon="plus">
            Primary
          </Button>
          <Button>Plain</Button>
          <Button tone="quiet" icon="share">
            Share
          </Button>
          <Button tone="danger" icon="trash">
            Discard
          </Button>
          <Button disabled>Disabled</Button>
          <Button tone="primary" pending="Saving..." onClick={() => setPressed(pressed + 1)}>
            Save
          </Button>
          <ThemeToggle />
        </div>
        <output>Pressed {pressed}</output>
        <div className="flex flex-wrap items-center gap-4">
          <Avatar initials="KE" own />
          <Avatar initials="T" size={48} />
          <Avatar initials="F" size={72} square />
          <DifficultyBars difficulty="beginner" />
          <DifficultyBars difficulty="intermediate" />
          <DifficultyBars difficulty="advanced" />
        </div>
        <Progress label="Uploaded" fraction={0.42} />
        <SwitchRow label="Large files wait for Wi-Fi" hint="Over 50 MB" checked={wifi} onChange={setWifi} />
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() =>
              showToast({ title: 'Success', description: 'Comment posted', action: { label: 'Undo', run: () => setPressed(pressed + 1) } })
            }
          >
            Toast
          </Button>
          <Button onClick={() => setAsking(true)}>Ask</Button>
          <Button onClick={() => setChip({ state: 'synced' })}>Confirm sync</Button>
        </div>
        {TOTALS.map((status) => (
          <SyncTotal key={status.state} status={status} onOpen={() => dialog.open()} />
        ))}
        <Skeleton text="Loading training sessions..." />
        <EmptyState
          title="No dogs yet"
          description="Add a dog to see its training days and titles."
          quote="Count the repetitions."
          action={
            <Button tone="primary" icon="plus">
              Add New Dog
            </Button>
          }
        />
      </div>
      <Dialog
        open={dialog.isOpen}
        onClose={dialog.close}
        title="Add Training Log"
        foot={
          <>
            <p className="flex items-center justify-between gap-2 text-15 text-ink-2">
              Draft saved <Button tone="quiet">Discard</Button>
            </p>
            <Button tone="primary" onClick={() => showError('Please enter a title for your training log')}>
              Save
            </Button>
          </>
        }
      >
        <DemoForm id={dialog.params.get('id')} onRefuse={() => setAsking(true)} />
      </Dialog>
      <ConfirmDialog
        open={asking}
        title="Remove Fen?"
        confirmLabel="Remove dog"
        danger
        onConfirm={() => setAsking(false)}
        onClose={() => setAsking(false)}
      >
        Fen's sessions stay in the log, without a dog.
      </ConfirmDialog>
      <Toaster />
    </main>
  );
}

const TOTALS: SyncTotalStatus[] = [
  { state: 'uploading', fraction: 0.42, count: 4 },
  { state: 'waiting', for: 'signal', count: 3 },
  { state: 'saved', count: 1 },
  { state: 'failed', failed: 1, count: 3 },
  { state: 'paused', why: 'signed-out', count: 2 },
  { state: 'synced' },
];

function Entry({ time, title, status }: { time: string; title: string; status: SyncChipStatus }) {
  return (
    <>
      <p className="flex min-h-9 items-center gap-2 text-15">
        <Avatar initials="F" />
        <b>Fen</b> <span className="text-ink-3">You</span>
        <time className="long-line-in-margin ms-auto text-ink-3">{time}</time>
      </p>
      <h3 className="mt-2 text-20">{title}</h3>
      <p className="mt-1 text-ink-2">4/5 straight; lost line at the second marker. Wind from left.</p>
      <div className="mt-3">
        <SyncChip status={status} />
      </div>
    </>
  );
}

function DemoForm({ id, onRefuse }: { id: string | null; onRefuse: () => void }) {
  const [title, setTitle] = useState('');
  useBusyWhile(title !== '', 'demo form');
  const busy = useIsBusy();
  return (
    <form className="grid gap-6">
      <TextField
        label="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={title === '' ? 'Please enter a title for your training log' : undefined}
      />
      <SelectField label="Dog" optional>
        <option>No dog</option>
        <option>Fen</option>
      </SelectField>
      <TextArea label="Notes" optional hint="What the dog did." />
      <output>{`About ${id ?? 'nothing'}, ${busy ? 'busy' : 'idle'}`}</output>
      <Button onClick={onRefuse}>Ask on top</Button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter>
      <PartsPage />
    </BrowserRouter>,
  );
}
