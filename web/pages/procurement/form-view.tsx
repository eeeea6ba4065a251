import { Button } from '@blueprintjs/core';
import { ArrowLeftIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { SelectedBy } from '../../ui/form/unsaved-changes.tsx';
import { Panel } from '../../ui/page.tsx';

interface FormViewProps {
  title: string;
  /** Where the back button leads. */
  back: string;
  onBack: () => void;
  children: ReactNode;
}

/** A full-page form, which is a view of the page: leaving it asks before input is lost. */
export function FormView({ title, back, onBack, children }: FormViewProps) {
  return (
    <Panel
      title={title}
      actions={
        <Button icon={<ArrowLeftIcon />} onClick={onBack}>
          {back}
        </Button>
      }
    >
      <SelectedBy param="view">{children}</SelectedBy>
    </Panel>
  );
}
