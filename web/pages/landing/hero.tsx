import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import styles from './hero.module.css';
import buttons from './link-buttons.module.css';

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

const STRANDS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Decorative waves in the background of the hero. */
function River() {
  return (
    <svg
      className={styles.river}
      viewBox="0 0 1440 480"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {STRANDS.map((strand) => (
        <path
          key={strand}
          d={`M-40 ${360 + strand * 12}C 240 ${470 - strand * 30} 420 ${250 + strand * 26} 720 ${330 + strand * 10}S 1180 ${460 - strand * 34} 1500 ${180 + strand * 28}`}
          opacity={0.55 - strand * 0.055}
        />
      ))}
    </svg>
  );
}
