import { Link } from 'react-router-dom';
import { useCompany } from '../../client/company.ts';
import { Mark } from '../../ui/mark.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import styles from './landing-page.module.css';

/** seeds/000 1: the services advertised. */
const services = [
  {
    name: 'Fiber Internet',
    text: 'Speeds up to 1Gbps with 99.9% uptime for homes and businesses.',
  },
  { name: 'Cloud Solutions', text: 'Servers, storage and backups close to your customers.' },
  { name: 'VoIP', text: 'Clear calls over your own line, at home and abroad.' },
  { name: 'Security Systems', text: 'AI surveillance that sees what matters and tells you.' },
  { name: 'Network Infrastructure', text: 'Design, cabling and radio links, built to last.' },
  { name: 'Managed Services', text: 'Our engineers look after your network 24/7.' },
] as const;

/** seeds/000 1: fixed marketing figures (decision 19). */
const tiles = [
  { figure: '10,000+', label: 'Active customers' },
  { figure: '99.9%', label: 'Uptime' },
  { figure: '1Gbps', label: 'Maximum speed' },
  { figure: '24/7', label: 'Support' },
] as const;

/** The public page: what the company offers, and the two ways in. */
export function LandingPage() {
  const company = useCompany();
  const name = company?.name ?? '';
  useDocumentTitle(
    name ? `${name}: fiber internet in South Sudan` : 'Fiber internet in South Sudan',
  );
  return (
    <div className={styles.page}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.brand}>
          <Mark text={company?.logoText ?? ''} size={36} />
          <span className={styles.name}>{name}</span>
          {company?.demo && <span className={styles.demo}>DEMO</span>}
        </div>
        <nav className={styles.nav} aria-label="Main">
          <Link to="/wifi-payment" className={styles.quietButton}>
            WiFi Payment
          </Link>
          <Link to="/auth" className={styles.quietButton}>
            Staff Login
          </Link>
        </nav>
      </header>
      <main id="main">
        <section className={styles.hero}>
          <div className={styles.heroText}>
            <h1>Fast, dependable internet for South Sudan</h1>
            <p>
              Fiber to homes, shops, schools and offices, from Juba to Torit. Up to 1Gbps, 99.9%
              uptime, and people who answer when you call.
            </p>
            <div className={styles.actions}>
              <Link to="/wifi-payment" className={styles.mainButton}>
                Connect Now
              </Link>
              <Link to="/auth" className={styles.secondButton}>
                Business Portal
              </Link>
            </div>
          </div>
          <section className={styles.performance} aria-label="Network performance">
            <h2>Network performance</h2>
            <dl>
              <div>
                <dt>Bandwidth use</dt>
                <dd>78%</dd>
              </div>
              <div className={styles.meter} aria-hidden="true">
                <span style={{ width: '78%' }} />
              </div>
              <div>
                <dt>Latency</dt>
                <dd>12ms</dd>
              </div>
            </dl>
          </section>
        </section>
        <ul className={styles.tiles} aria-label="In figures">
          {tiles.map(({ figure, label }) => (
            <li key={label}>
              <strong>{figure}</strong>
              <span>{label}</span>
            </li>
          ))}
        </ul>
        <section className={styles.section} aria-labelledby="services">
          <h2 id="services">What we do</h2>
          <ul className={styles.services}>
            {services.map((service) => (
              <li key={service.name}>
                <h3>{service.name}</h3>
                <p>{service.text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.invitation}>
          <h2>Ready when you are</h2>
          <p>An hour of WiFi or a line of your own: it takes minutes.</p>
          <div className={styles.actions}>
            <Link to="/wifi-payment" className={styles.mainButton}>
              Start Your Connection Journey
            </Link>
            <Link to="/auth" className={styles.secondButton}>
              Get Started Today
            </Link>
          </div>
        </section>
        <section className={styles.section} aria-labelledby="contact">
          <h2 id="contact">Contact</h2>
          <ul className={styles.contacts}>
            <li>
              <h3>Visit</h3>
              <p>{company?.address}</p>
              <p>{company?.city}</p>
            </li>
            <li>
              <h3>Call</h3>
              <p>
                {company && (
                  <a href={`tel:${company.phone.replaceAll(' ', '')}`}>{company.phone}</a>
                )}
              </p>
            </li>
            <li>
              <h3>Write</h3>
              {company?.emails.map((email) => (
                <p key={email}>
                  <a href={`mailto:${email}`}>{email}</a>
                </p>
              ))}
            </li>
          </ul>
        </section>
      </main>
      <footer className={styles.footer}>{name}</footer>
    </div>
  );
}
