package httpapi

import (
	"maps"
	"math"
	"runtime"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/gate"
)

// allowance limits how often one caller may make a call: a burst, and the refill per second.
type allowance struct {
	burst     int
	perSecond float64
}

// allowances limit expensive work per caller, and how often a caller without an account may guess.
// All other calls share the last one. Package auth also slows down sign-ins: it counts failures
// instead of calls.
func allowances() map[string]allowance {
	all := accountAllowances()
	maps.Copy(all, workAllowances())
	maps.Copy(all, readAllowances())
	return all
}

// accountAllowances limit sign-in, account and administration calls.
func accountAllowances() map[string]allowance {
	return map[string]allowance{
		"POST /api/login":                         {30, 1},
		"POST /api/oidc/start":                    {20, 0.5},
		"POST /api/google-login":                  {20, 0.5},
		"POST /api/password-reset":                {10, 0.1},
		"POST /api/password-reset/confirm":        {20, 0.2},
		"POST /api/password-reset/keep":           {20, 0.2},
		"POST /api/links/look-up":                 {30, 0.5},
		"POST /api/invitations/accept":            {20, 0.2},
		"POST /api/access-requests":               {5, 0.05},
		"POST /api/change-password":               {20, 0.2},
		"POST /api/profile/second-factor":         {20, 0.2},
		"POST /api/profile/second-factor/confirm": {20, 0.2},
		"POST /api/tokens":                        {20, 0.2},
		"POST /api/add-hermes-user":               {60, 1},
		"POST /api/sgc/create-user":               {60, 1},
		"POST /api/areas/{area}/invitations":      {30, 0.5},
		"POST /api/areas/{area}/users/{id}/link":  {60, 0.5},
		"GET /api/audit/export":                   {5, 0.05},
		"POST /api/audit/verify":                  {5, 0.05},
		"POST /api/setup/test-mail":               {5, 0.05},
		"POST /api/reference":                     {20, 0.2},
		"POST /api/auth/login/{$}":                {30, 1},
		"POST /api/auth/change-password/{$}":      {20, 0.2},
		"POST /api/auth/create-user/{$}":          {60, 1},
		"GET /api/auth/list-users/{$}":            {60, 1},
		"POST /api/auth/add-user-to-group/{$}":    {60, 1},
	}
}

// workAllowances limit calls that cause work: reading files, jobs, mails.
func workAllowances() map[string]allowance {
	return map[string]allowance{
		"POST /api/sumstats/preview":                 {30, 1},
		"GET /api/uploads/{id}/inspection":           {30, 1},
		"POST /api/hermes/uploads":                   {60, 1},
		"POST /api/hermes/metadata/check":            {60, 2},
		"PUT /api/hermes/uploads/{id}/metadata":      {30, 0.5},
		"GET /api/hermes/uploads/{id}/inspection":    {30, 1},
		"POST /api/hermes/uploads/{id}/qc-runs":      {30, 0.2},
		"POST /api/hermes/meta-analyses":             {20, 0.1},
		"POST /api/hermes/metal-script":              {30, 0.5},
		"POST /api/hermes/prepared-meta-analyses":    {30, 0.2},
		"POST /api/hermes/freeze-plan":               {60, 2},
		"POST /api/hermes/freezes/{id}/start":        {20, 0.5},
		"GET /api/hermes/freezes/{id}/changes":       {30, 1},
		"GET /api/hermes/metadata.csv":               {10, 0.2},
		"POST /api/hermes/phenotype-requests":        {30, 0.2},
		"GET /api/hermes/meta-analyses/{id}/results": {60, 10},
		"POST /api/sgc/cohorts":                      {60, 1},
		"POST /api/tools/runs":                       {20, 0.2},
		"POST /api/indexes":                          {20, 0.2},
		"POST /api/indexes/preview":                  {30, 1},
		"POST /api/indexes/{id}/rebuild":             {20, 0.2},
		"POST /api/indexes/{id}/verify":              {20, 0.2},
		"POST /api/configurations":                   {30, 0.5},
		"PUT /api/configurations/{id}/picture":       {30, 0.5},
		"POST /api/tables":                           {30, 0.2},
		"POST /api/tables/preview":                   {30, 1},
		"POST /api/sgc/cohorts/{id}/files/{kind}":    {60, 2},
		"PUT /api/sgc/cohorts/{id}/files/{kind}":     {60, 2},
		"POST /api/sgc/cohorts/{id}/reminder":        {20, 0.2},
		"POST /api/sgc/archive":                      {10, 0.1},
	}
}

// readAllowances limit reads, many of them without an account.
func readAllowances() map[string]allowance {
	return map[string]allowance{
		publicPages:                                          {120, 10},
		"GET /api/public/datasets":                           {120, 10},
		"GET /api/public/datasets/{id}":                      {120, 10},
		"GET /api/events":                                    {20, 0.5},
		"GET /api/search":                                    {60, 5},
		"GET /api/browse/results":                            {60, 5},
		"GET /api/browse/region":                             {120, 10},
		"GET /api/browse/stretch":                            {120, 10},
		"GET /api/browse/rows":                               {120, 10},
		"GET /api/browse/locus":                              {60, 2},
		"GET /api/browse/colocalisation":                     {60, 2},
		"GET /api/browse/resolve":                            {120, 10},
		"GET /api/portaldev/v1/statistic/single/results/{$}": {120, 10},
		portalLD:                   {120, 10},
		"GET /api/p/pages":         {120, 10},
		"GET /api/p/pages/{slug}":  {120, 10},
		"GET /api/bio/count/{id}":  {120, 20},
		"HEAD /api/bio/query/{id}": {120, 20},
		"GET /api/bio/match/{id}":  {120, 20},
		"GET /api/bio/keys/{id}":   {120, 20},
	}
}

// portalLD is the route of LD for LocusZoom.
const portalLD = "GET /api/portaldev/v1/ld/genome_builds/{build}/references/{reference}/populations/{population}/variants"

// everything limits all calls of one caller together. A page makes dozens at once, an upload one
// per chunk.
func everything() allowance { return allowance{burst: 400, perSecond: 50} }

// limits counts the calls of callers.
type limits struct {
	mu      sync.Mutex
	now     func() time.Time
	rules   map[string]allowance
	buckets map[bucketKey]*bucket
	swept   time.Time
	open    *gate.Gate // heavy requests from the first byte of the body to the last byte of the answer
	slots   *gate.Gate // heavy requests while they are computed
}

type bucketKey struct{ pattern, caller string }

type bucket struct {
	limiter *rate.Limiter
	used    time.Time
}

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, rules: allowances(), buckets: make(map[bucketKey]*bucket), swept: now(),
		open:  gate.New(gate.Shares{All: math.MaxInt, Each: 16, Strangers: 256}),
		slots: gate.New(gate.Shares{All: 2 * runtime.GOMAXPROCS(0), Each: runtime.GOMAXPROCS(0), Strangers: runtime.GOMAXPROCS(0)}),
	}
}

// take counts one call of a route, and refuses it if the caller has exceeded the limit.
func (l *limits) take(pattern, caller string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.sweep(now)
	if err := l.from(bucketKey{"", caller}, everything(), now); err != nil {
		return err
	}
	if a, ok := l.rules[pattern]; ok {
		return l.from(bucketKey{pattern, caller}, a, now)
	}
	return nil
}

func (l *limits) from(key bucketKey, a allowance, now time.Time) error {
	b := l.buckets[key]
	if b == nil {
		b = &bucket{limiter: rate.NewLimiter(rate.Limit(a.perSecond), a.burst)}
		l.buckets[key] = b
	}
	b.used = now
	if b.limiter.AllowN(now, 1) {
		return nil
	}
	wait := time.Duration(math.Ceil(1/a.perSecond)) * time.Second
	return &auth.RateLimited{
		Refusal:    errs.New(errs.RateLimited, "too_many_requests", "That was too often. Wait %s and try again.", wait),
		RetryAfter: wait,
	}
}

// sweepEvery is the interval of the sweep, and the time without use after which a bucket is
// dropped. Every bucket is full again by then.
const sweepEvery = 10 * time.Minute

func (l *limits) sweep(now time.Time) {
	if now.Sub(l.swept) < sweepEvery {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if now.Sub(b.used) >= sweepEvery {
			delete(l.buckets, key)
		}
	}
}

// heavy reports requests that read files. Few are computed at a time, see server.compute.
func heavy(pattern string) bool {
	switch pattern {
	case "POST /api/sumstats/preview", "POST /api/hermes/uploads", "PUT /api/hermes/uploads/{id}/metadata",
		"GET /api/hermes/uploads/{id}/inspection", "GET /api/hermes/meta-analyses/{id}/results", "GET /api/hermes/metadata.csv", "POST /api/hermes/metadata/check",
		"POST /api/hermes/freeze-plan", "GET /api/hermes/freezes/{id}/changes",
		"GET /api/browse/region", "GET /api/browse/stretch", "GET /api/browse/locus", "GET /api/browse/colocalisation", "GET /api/portaldev/v1/statistic/single/results/{$}", portalLD, "POST /api/indexes", "POST /api/indexes/preview", "POST /api/indexes/{id}/rebuild", "POST /api/audit/verify", "POST /api/dataset-batches/preview", "POST /api/dataset-batches", "POST /api/sgc/cohorts/{id}/files/{kind}", "PUT /api/sgc/cohorts/{id}/files/{kind}":
		return true
	}
	return false
}
