import './details.css';

interface DetailsProps {
  /** Names and values; those without a value are left out. */
  rows: readonly (readonly [name: string, value: string])[];
}

/** A list of names and values. */
export function Details({ rows }: DetailsProps) {
  return (
    <dl className="details">
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
