import type { Company } from '@nimule/core/company/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useCompany } from '../../client/company.ts';
import { DemoMark } from '../../ui/brand/demo-mark.tsx';
import { Mark } from '../../ui/brand/mark.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { Hero } from './hero.tsx';
import styles from './landing-page.module.css';
import { type Drawing, LineIcon } from './line-icon.tsx';
import buttons from './link-buttons.module.css';

interface Service {
  name: string;
  text: string;
  drawing: Drawing;
}

/** seeds/000 1: the services advertised. */
const services: readonly Service[] = [
  {
    name: 'Fiber Internet',
    text: 'Speeds up to 1Gbps with 99.9% uptime for homes and businesses.',
    drawing: 'fiber',
  },
  {
    name: 'Cloud Solutions',
    text: 'Servers, storage and backups close to your customers.',
    drawing: 'cloud',
  },
  { name: 'VoIP', text: 'Clear calls over your own line, at home and abroad.', drawing: 'phone' },
  {
    name: 'Security Systems',
    text: 'AI surveillance that sees what matters and tells you.',
    drawing: 'shield',
  },
  {
    name: 'Network Infrastructure',
    text: 'Design, cabling and radio links, built to last.',
    drawing: 'network',
  },
  {
    name: 'Managed Services',
    text: 'Our engineers look after your network 24/7.',
    drawing: 'headset',
  },
];

/** seeds/000 1: fixed marketing figures (decision 19). */
const tiles = [
  { figure: '10,000+', label: 'Active customers' },
  { figure: '99.9%', label: 'Uptime' },
  { figure: '1Gbps', label: 'Maximum speed' },
  { figure: '24/7', label: 'Support' },
] as const;

/** The public website (seeds/000 1 and 2). */
export function LandingPage() {
  const company = useCompany();
  useDocumentTitle(
    company ? `${company.name}: fiber internet in South Sudan` : 'Fiber internet in South Sudan',
  );
  return (
    <div className={styles.page}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header company={company} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Hero />
        <ul className={styles.tiles} aria-label="In figures">
          {tiles.map(({ figure, label }) => (
            <li key={label}>
              <strong>{figure}</strong>
              <span>{label}</span>
            </li>
          ))}
        </ul>
        <section className={styles.section} aria-labelledby="services">
          <h2 id="services">Everything that connects you</h2>
          <ul className={styles.cards}>
            {services.map(({ name, text, drawing }) => (
              <li key={name}>
                <LineIcon of={drawing} />
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.invitation} aria-labelledby="invitation">
          <div>
            <h2 id="invitation">Ready when you are</h2>
            <p>An hour of WiFi or a line of your own: it takes minutes.</p>
          </div>
          <div className={buttons.actions}>
            <a href={paths.wifiPayment} className={buttons.mainButton}>
              Start Your Connection Journey
            </a>
            <Link to={paths.auth} className={buttons.secondButton}>
              Get Started Today
            </Link>
          </div>
        </section>
        <Contact company={company} />
      </main>
      <footer className={styles.footer}>
        <span>{company?.name}</span>
        <span>{company?.city}</span>
      </footer>
    </div>
  );
}

function Header({ company }: { company: Company | undefined }) {
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Mark text={company?.logoText ?? ''} size={36} />
        <span className={styles.name}>{company?.name}</span>
        <DemoMark company={company} />
      </div>
      <nav className={styles.nav} aria-label="Main">
        <a href={paths.wifiPayment} className={buttons.quietButton}>
          WiFi Payment
        </a>
        <Link to={paths.auth} className={buttons.lineButton}>
          Staff Login
        </Link>
      </nav>
    </header>
  );
}

function Contact({ company }: { company: Company | undefined }) {
  return (
    <section className={styles.section} aria-labelledby="contact">
      <h2 id="contact">Talk to us</h2>
      <ul className={styles.cards}>
        <li className={styles.contact}>
          <LineIcon of="pin" />
          <h3>Visit</h3>
          <p>{company?.address}</p>
          <p>{company?.city}</p>
        </li>
        <li className={styles.contact}>
          <LineIcon of="phone" />
          <h3>Call</h3>
          <p>
            {company && <a href={`tel:${company.phone.replaceAll(' ', '')}`}>{company.phone}</a>}
          </p>
        </li>
        <li className={styles.contact}>
          <LineIcon of="mail" />
          <h3>Write</h3>
          {company?.emails.map((email) => (
            <p key={email}>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          ))}
        </li>
      </ul>
    </section>
  );
}
