import { PhoneIcon } from '@blueprintjs/icons';
import { localPhone } from '@nimule/core/kernel/phone';
import styles from '../billing.module.css';

interface CallLinkProps {
  /** As it is stored, '+211…'; '' where there is none. */
  phone: string;
  name: string;
}

/** A telephone number that rings the customer where the device can. */
export function CallLink({ phone, name }: CallLinkProps) {
  if (phone === '') return <span className="quiet">No telephone</span>;
  return (
    <a
      href={`tel:${phone}`}
      className={styles.call}
      aria-label={`Call ${name}, ${localPhone(phone)}`}
    >
      <PhoneIcon size={12} />
      <span>{localPhone(phone)}</span>
    </a>
  );
}
