//! Fair queueing between tenants.
//!
//! Self-clocked fair queueing (Golestani, 1994): each tenant has a virtual time that advances with the engine
//! time that it gets, and the job that would end first in virtual time is next. A tenant that has got little
//! comes before one that has got much, a cheap job before an expensive one, and no job waits for ever, because
//! the virtual time of all others passes it.

use std::collections::HashMap;
use std::time::Duration;

use crate::tenant::Tenant;

/// Tenants from which on those that have nothing to pay are forgotten.
const TRACKED_TENANTS_MAX: usize = 1024;

/// Job that waits.
struct Waiting<J> {
    tenant: Tenant,
    cost: Duration,
    /// Engine time that all tenants had got when it came.
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
pub(super) struct FairQueue<J> {
    /// In the order of their arrival.
    waiting: Vec<Waiting<J>>,
    /// End of the job that was taken last, in virtual time.
    now: Duration,
    /// Start of the next job of each tenant, in virtual time.
    starts: HashMap<Tenant, Duration>,
    /// Expected cost of all jobs that were taken.
    taken: Duration,
}

impl<J> Default for FairQueue<J> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            now: Duration::ZERO,
            starts: HashMap::new(),
            taken: Duration::ZERO,
        }
    }
}

impl<J> FairQueue<J> {
    pub(super) fn push(&mut self, tenant: Tenant, cost: Duration, job: J) {
        if self.count_of(tenant) == 0 {
            self.forget_idle();
            let start = self.starts.entry(tenant).or_default();
            // Time in which a tenant wants nothing is not saved up.
            *start = self.now.max(*start);
        }
        self.waiting.push(Waiting { tenant, cost, arrived: self.taken, job });
    }

    /// Takes the next job among those that `may_run`.
    pub(super) fn pop(&mut self, may_run: impl Fn(&J) -> bool) -> Option<J> {
        let mut first_of: HashMap<Tenant, usize> = HashMap::new();
        for (at, one) in self.waiting.iter().enumerate().filter(|(_, one)| may_run(&one.job)) {
            let first = first_of.entry(one.tenant).or_insert(at);
            if one.order() < self.waiting[*first].order() {
                *first = at;
            }
        }
        let end = |at: usize| self.start(self.waiting[at].tenant) + self.waiting[at].cost;
        let (end, at) = first_of.into_values().map(|at| (end(at), at)).min()?;
        let Waiting { tenant, cost, job, .. } = self.waiting.remove(at);
        self.now = self.now.max(end);
        self.taken += cost;
        self.starts.insert(tenant, end);
        Some(job)
    }

    /// Charges a tenant the time that a job took in fact, instead of its expected cost. Nobody gets so much
    /// back that they would come before those who are new.
    pub(super) fn charge(&mut self, tenant: Tenant, cost: Duration, time: Duration) {
        let start = (self.start(tenant) + time).saturating_sub(cost);
        self.starts.insert(tenant, start.max(self.now));
    }

    fn start(&self, tenant: Tenant) -> Duration {
        self.starts.get(&tenant).copied().unwrap_or(self.now)
    }

    /// Forgets the tenants that begin like new ones.
    fn forget_idle(&mut self) {
        if self.starts.len() >= TRACKED_TENANTS_MAX {
            let (now, waiting) = (self.now, &self.waiting);
            let waits = |tenant: &Tenant| waiting.iter().any(|one| one.tenant == *tenant);
            self.starts.retain(|tenant, start| *start > now || waits(tenant));
        }
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&J) -> bool) {
        self.waiting.retain(|one| keep(&one.job));
    }

    pub(super) fn any(&self, test: impl Fn(&J) -> bool) -> bool {
        self.waiting.iter().any(|one| test(&one.job))
    }

    pub(super) fn count(&self, test: impl Fn(&J) -> bool) -> usize {
        self.waiting.iter().filter(|one| test(&one.job)).count()
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The jobs of a tenant that wait.
    pub(super) fn count_of(&self, tenant: Tenant) -> usize {
        self.waiting.iter().filter(|one| one.tenant == tenant).count()
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
    fn tenants_that_want_nothing_are_forgotten() {
        let mut queue = FairQueue::default();
        for number in 0..10 * TRACKED_TENANTS_MAX as u32 {
            queue.push(tenant(number), MS, 'c');
            assert_eq!(queue.pop(|_| true), Some('c'));
        }
        assert!(queue.starts.len() <= TRACKED_TENANTS_MAX + 1);
    }
}
