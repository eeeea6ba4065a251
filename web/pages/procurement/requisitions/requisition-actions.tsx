import {
  DisableIcon,
  EditIcon,
  EndorsedIcon,
  EyeOpenIcon,
  FlowReviewIcon,
  ShoppingCartIcon,
  TickIcon,
  TrashIcon,
} from '@blueprintjs/icons';
import type { Requisition, RequisitionAction } from '@nimule/core/procurement/requisitions/schema';
import type { ReactElement } from 'react';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { useView } from '../procurement-url.ts';
import {
  DecisionDialog,
  DeleteRequisitionDialog,
  EditRequisitionForm,
  RequisitionStatusDialog,
  ReviewDialog,
} from './requisition-dialogs.tsx';

interface Words {
  label: string;
  icon: ReactElement;
  destructive?: boolean;
}

const words: Readonly<Record<RequisitionAction, Words>> = {
  review: { label: 'Review', icon: <FlowReviewIcon /> },
  approve: { label: 'Approve', icon: <TickIcon /> },
  reject: { label: 'Reject', icon: <DisableIcon />, destructive: true },
  order: { label: 'Make order', icon: <ShoppingCartIcon /> },
  setStatus: { label: 'Set status', icon: <EndorsedIcon /> },
  edit: { label: 'Edit', icon: <EditIcon /> },
  delete: { label: 'Delete', icon: <TrashIcon />, destructive: true },
};
const order = Object.keys(words) as RequisitionAction[];

/** What the server says may be done with a requisition now, with the dialogs. */
export function useRequisitionChanges(): RecordActions<Requisition> {
  const view = useView();
  const { open, dialog } = useDialogs({
    edit: (requisition: Requisition, close) => (
      <EditRequisitionForm requisition={requisition} onClose={close} />
    ),
    review: (requisition: Requisition, close) => (
      <ReviewDialog requisition={requisition} onClose={close} />
    ),
    approve: (requisition: Requisition, close) => (
      <DecisionDialog requisition={requisition} status="approved" onClose={close} />
    ),
    reject: (requisition: Requisition, close) => (
      <DecisionDialog requisition={requisition} status="rejected" onClose={close} />
    ),
    setStatus: (requisition: Requisition, close) => (
      <RequisitionStatusDialog requisition={requisition} onClose={close} />
    ),
    delete: (requisition: Requisition, close) => (
      <DeleteRequisitionDialog requisition={requisition} onClose={close} />
    ),
  });
  return {
    of: (requisition) =>
      order
        .filter((action) => requisition.actions.includes(action))
        .map(
          (action): RowAction => ({
            ...words[action],
            onClick: () =>
              action === 'order' ? view.order(requisition) : open(action, requisition),
          }),
        ),
    dialog,
  };
}

/** In the list: view first. */
export function useRequisitionActions(
  onView: (requisition: Requisition) => void,
): RecordActions<Requisition> {
  const changes = useRequisitionChanges();
  return {
    of: (requisition) => [
      {
        label: 'View',
        icon: <EyeOpenIcon />,
        onClick: () => onView(requisition),
        prominent: true,
      },
      ...changes.of(requisition),
    ],
    dialog: changes.dialog,
  };
}
