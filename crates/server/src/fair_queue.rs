//! Fair queueing between tenants.
//!
//! Self-clocked fair queueing (Golestani, 1994): each tenant has a virtual time that advances with the work that is done
//! for it, and the job that would end first in virtual time is next. A tenant that has got little comes before one that
//! has got much, a cheap job before an expensive one, and no job waits for ever, because the virtual time of all others
//! passes it. The networks around a tenant have virtual times, too, which advance more slowly: many tenants of one network
//! get little more than one alone.

use std::collections::HashMap;
use std::time::Duration;

use crate::network_usage::NetworkUsage;
use crate::tenant::{Network, Tenant};

/// Networks from which on those that have nothing to pay are forgotten.
const TRACKED_NETWORKS_MAX: usize = 1024;

/// Job that waits.
struct Waiting<J> {
    tenant: Tenant,
    cost: Duration,
    /// Time that all tenants had got when it came.
    arrived: Duration,
    job: J,
}

impl<J> Waiting<J> {
    /// The order of jobs of one tenant: the cheaper first, unless it came much later.
    fn order(&self) -> Duration {
        self.arrived + self.cost
    }
}

/// Queue of jobs with their tenants and expected costs.
pub(crate) struct FairQueue<J> {
    /// In the order of their arrival.
    waiting: Vec<Waiting<J>>,
    /// How many wait.
    counts: NetworkUsage,
    /// End of the job that was taken last, in virtual time.
    now: Duration,
    /// Start of the next job of each network, in virtual time.
    starts: HashMap<Network, Duration>,
    /// Networks with a start at which those that begin like new ones are forgotten next.
    forget_at: usize,
    /// Expected cost of all jobs that were taken.
    taken: Duration,
}

impl<J> Default for FairQueue<J> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            counts: NetworkUsage::default(),
            now: Duration::ZERO,
            starts: HashMap::new(),
            forget_at: TRACKED_NETWORKS_MAX,
            taken: Duration::ZERO,
        }
    }
}

/// What a network pays for work.
fn price(network: Network, cost: Duration) -> Duration {
    cost / network.size.factor()
}

impl<J> FairQueue<J> {
    pub(crate) fn push(&mut self, tenant: Tenant, cost: Duration, job: J) {
        self.forget_idle();
        for network in tenant.networks().filter(|network| self.counts.of(*network) == 0) {
            let start = self.starts.entry(network).or_default();
            // Time in which a network wants nothing is not saved up.
            *start = self.now.max(*start);
        }
        self.counts.add(tenant, 1);
        self.waiting.push(Waiting { tenant, cost, arrived: self.taken, job });
    }

    /// Takes the next job among those that `may_run`.
    pub(crate) fn pop(&mut self, may_run: impl Fn(&J) -> bool) -> Option<J> {
        let mut first_of: HashMap<Tenant, usize> = HashMap::new();
        for (at, one) in self.waiting.iter().enumerate().filter(|(_, one)| may_run(&one.job)) {
            let first = first_of.entry(one.tenant).or_insert(at);
            if one.order() < self.waiting[*first].order() {
                *first = at;
            }
        }
        let end = |at: usize| {
            let Waiting { tenant, cost, .. } = &self.waiting[at];
            let ends = tenant.networks().map(|network| self.end(network, *cost));
            ends.max().unwrap_or_default()
        };
        let (end, at) = first_of.into_values().map(|at| (end(at), at)).min()?;
        let Waiting { tenant, cost, job, .. } = self.waiting.remove(at);
        self.counts.remove(tenant, 1);
        for network in tenant.networks() {
            let end = self.end(network, cost);
            self.starts.insert(network, end);
        }
        self.now = self.now.max(end);
        self.taken += cost;
        Some(job)
    }

    /// Charges a tenant the time that a job took in fact, instead of its expected cost. Nobody gets so much
    /// back that they would come before those who are new.
    pub(crate) fn charge(&mut self, tenant: Tenant, cost: Duration, time: Duration) {
        for network in tenant.networks() {
            let end =
                (self.start(network) + price(network, time)).saturating_sub(price(network, cost));
            self.starts.insert(network, end.max(self.now));
        }
    }

    fn start(&self, network: Network) -> Duration {
        self.starts.get(&network).copied().unwrap_or(self.now)
    }

    /// When a job of that cost would end.
    fn end(&self, network: Network, cost: Duration) -> Duration {
        self.start(network) + price(network, cost)
    }

    /// Forgets the networks that begin like new ones, each time that there are twice as many as were left.
    fn forget_idle(&mut self) {
        if self.starts.len() >= self.forget_at {
            let (now, counts) = (self.now, &self.counts);
            self.starts.retain(|network, start| *start > now || counts.of(*network) > 0);
            self.forget_at = TRACKED_NETWORKS_MAX.max(2 * self.starts.len());
        }
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(&J) -> bool) {
        let counts = &mut self.counts;
        self.waiting.retain(|one| {
            let is_kept = keep(&one.job);
            if !is_kept {
                counts.remove(one.tenant, 1);
            }
            is_kept
        });
    }

    pub(crate) fn any(&self, test: impl Fn(&J) -> bool) -> bool {
        self.waiting.iter().any(|one| test(&one.job))
    }

    pub(crate) fn count(&self, test: impl Fn(&J) -> bool) -> usize {
        self.waiting.iter().filter(|one| test(&one.job)).count()
    }

    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether one more job of a tenant may wait, if so many of one link may.
    pub(crate) fn has_room(&self, tenant: Tenant, max: usize) -> bool {
        self.counts.has_room(tenant, 1, max)
    }

    /// The jobs of a tenant that wait.
    #[cfg(test)]
    fn count_of(&self, tenant: Tenant) -> usize {
        tenant.networks().next().map_or(0, |network| self.counts.of(network))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::SplitMix64;
    use std::net::IpAddr;

    const MS: Duration = Duration::from_millis(1);
    const HEAVY: Duration = Duration::from_secs(2);

    fn tenant(number: u32) -> Tenant {
        Tenant::Remote(IpAddr::from(number.to_be_bytes()))
    }

    fn queue(jobs: &[(u32, Duration, char)]) -> FairQueue<char> {
        let mut queue = FairQueue::default();
        for (number, cost, name) in jobs {
            queue.push(tenant(*number), *cost, *name);
        }
        queue
    }

    fn order(queue: &mut FairQueue<char>) -> String {
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    #[test]
    fn tenants_take_turns_however_many_jobs_they_have() {
        let mut queue =
            queue(&[(1, MS, 'a'), (1, MS, 'b'), (1, MS, 'c'), (2, MS, 'x'), (2, MS, 'y')]);
        assert_eq!(order(&mut queue), "axbyc");
    }

    #[test]
    fn cheap_jobs_come_before_expensive_ones() {
        let mut queue = queue(&[(1, HEAVY, 'A'), (1, MS, 'a'), (2, HEAVY, 'B'), (2, MS, 'b')]);
        assert_eq!(order(&mut queue), "abAB");
    }

    #[test]
    fn whoever_took_longer_than_expected_pays_for_it() {
        let mut queue = queue(&[(1, MS, 'a'), (1, MS, 'b')]);
        assert_eq!(queue.pop(|_| true), Some('a'));
        queue.charge(tenant(1), MS, HEAVY);
        for name in ['u', 'v', 'w'] {
            queue.push(tenant(2), 100 * MS, name);
        }
        assert_eq!(order(&mut queue), "uvwb");
    }

    /// While one tenant always has twenty expensive jobs, another who asks now and then waits for no more than
    /// one of them that costs more than its own, whatever the jobs take in fact.
    #[test]
    fn a_flood_delays_others_by_one_job_at_most() {
        let mut random = SplitMix64::new(5);
        let mut draw = |most: u64| Duration::from_millis(1 + random.draw() % most);
        let mut queue = FairQueue::default();
        let (flooder, victim) = (tenant(1), tenant(2));
        let mut waited = None;
        let mut served = 0;
        for _ in 0..2_000 {
            while queue.count_of(flooder) < 20 {
                let cost = draw(3_000);
                queue.push(flooder, cost, (flooder, cost));
            }
            if waited.is_none() && draw(4) == MS {
                let cost = draw(200);
                queue.push(victim, cost, (victim, cost));
                waited = Some(0);
            }
            let (owner, cost) = queue.pop(|_| true).unwrap();
            if owner == victim {
                waited = None;
                served += 1;
            } else if let Some(jobs) = &mut waited {
                *jobs += 1;
                assert!(*jobs <= 1 || cost < 200 * MS, "{jobs} jobs, the last of {cost:?}");
            }
            let time = if owner == victim { cost } else { draw(6_000) };
            queue.charge(owner, cost, time);
        }
        assert!(served > 200, "{served}");
    }

    #[test]
    fn an_expensive_job_runs_in_the_end() {
        // There is always a cheap job, of the same tenant and of one that was not there before.
        let mut queue = FairQueue::default();
        queue.push(tenant(1), HEAVY, 'H');
        let last = (2..1_000).find(|number| {
            let owner = if number % 2 == 0 { *number } else { 1 };
            queue.push(tenant(owner), 10 * MS, 'c');
            queue.pop(|_| true) == Some('H')
        });
        // It let about as much pass as it takes itself.
        assert!(last.is_some_and(|number| number > 100), "{last:?}");
    }

    #[test]
    fn many_tenants_of_one_network_get_little_more_than_one() {
        // Sixteen tenants of one site, with ten jobs each, come before somebody who has one.
        let mut queue = FairQueue::default();
        let of_site = |number: u16| {
            Tenant::at(std::net::Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1).into())
        };
        for number in 0..160 {
            queue.push(of_site(number % 16), HEAVY, 's');
        }
        let mut before = 0;
        for _ in 0..10 {
            queue.push(tenant(1), HEAVY, 'o');
            while queue.pop(|_| true) == Some('s') {
                before += 1;
            }
        }
        assert!((8..=21).contains(&before), "{before} jobs of the site for ten of the other");
    }

    #[test]
    fn tenants_that_want_nothing_are_forgotten() {
        let mut queue = FairQueue::default();
        for number in 0..10 * TRACKED_NETWORKS_MAX as u32 {
            queue.push(tenant(number), MS, 'c');
            assert_eq!(queue.pop(|_| true), Some('c'));
        }
        assert!(queue.starts.len() <= 2 * TRACKED_NETWORKS_MAX);
    }
}
