import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import styles from './hero.module.css';
import buttons from './link-buttons.module.css';
import { River } from './river.tsx';

/** Headline, two links, and fixed network figures (seeds/000 1, decision 19). */
export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="promise">
      <River />
      <div className={styles.heroText}>
        <h1 id="promise">Fast, dependable internet for South Sudan</h1>
        <p>
          Fiber to homes, shops, schools and offices, from Juba to Torit. Up to 1Gbps, 99.9% uptime,
          and people who answer when you call.
        </p>
        <div className={buttons.actions}>
          <a href={paths.wifiPayment} className={buttons.mainButton}>
            Connect Now
          </a>
          <Link to={paths.auth} className={buttons.secondButton}>
            Business Portal
          </Link>
        </div>
      </div>
      <section className={styles.performance} aria-labelledby="performance">
        <h2 id="performance">Network performance</h2>
        <dl>
          <div>
            <dt>Bandwidth use</dt>
            <dd>
              78%
              <span className={styles.meter} aria-hidden="true">
                <span style={{ width: '78%' }} />
              </span>
            </dd>
          </div>
          <div>
            <dt>Latency</dt>
            <dd>12ms</dd>
          </div>
        </dl>
      </section>
    </section>
  );
}
