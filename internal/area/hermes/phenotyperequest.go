package hermes

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
)

// RequestStatus is the status of a request for a phenotype.
type RequestStatus string

// The statuses of a request. All but the first are final.
const (
	Asked      RequestStatus = "asked"      // a reviewer must decide
	Granted    RequestStatus = "granted"    // a phenotype was created
	Redirected RequestStatus = "redirected" // an existing phenotype is to be used
	Declined   RequestStatus = "declined"
	Withdrawn  RequestStatus = "withdrawn" // by the requester
)

// PhenotypeRequest is an uploader's request for a phenotype that is not in the list.
type PhenotypeRequest struct {
	ID          string
	Wanted      string // in the requester's words
	Why         string
	Dichotomous bool
	Term        string // CURIE, or ""
	Status      RequestStatus
	AskedBy     string // user name
	AskerID     string
	AskedAt     time.Time
	DecidedBy   string
	DecidedAt   *time.Time // nil while open
	Code        string     // of the phenotype to use; "" unless granted or redirected
	Answer      string     // the reviewer's comment
}

// NewPhenotypeRequest is an uploader's new request.
type NewPhenotypeRequest struct {
	Wanted      string
	Why         string
	Dichotomous bool
	Term        string
}

// RequestDecision is a reviewer's decision about a request. A new phenotype grants it, the code of
// an existing one redirects it, and neither declines it. At most one may be set.
type RequestDecision struct {
	Grant  *PhenotypeInput
	Use    string
	Answer string // required to decline
}

const (
	maxWanted = 200
	maxWhy    = 2000
	maxAnswer = 2000
	maxOpen   = 20  // open requests per account
	listed    = 500 // requests per list
)

// PhenotypeRequests lists requests, open ones first, then newest first: all for reviewers, the
// caller's own otherwise.
func (s *Service) PhenotypeRequests(ctx context.Context, id *auth.Identity) (_ []*PhenotypeRequest, err error) {
	defer errs.Wrap(&err, "hermes.PhenotypeRequests")
	asker := id.User.ID
	if reviews(id) {
		asker = ""
	}
	return s.store.PhenotypeRequests(ctx, asker, listed)
}

// AskForPhenotype asks the reviewers for a phenotype. errs.Rule with the fields at fault,
// errs.Conflict (name_taken) if the list has it, (already_asked) if the caller has requested it,
// (too_many) if the caller has too many open requests.
func (s *Service) AskForPhenotype(ctx context.Context, id *auth.Identity, in NewPhenotypeRequest) (_ *PhenotypeRequest, err error) {
	defer errs.Wrap(&err, "hermes.AskForPhenotype(%q)", in.Wanted)
	r := &PhenotypeRequest{
		ID: s.newID(), Wanted: strings.TrimSpace(in.Wanted), Why: strings.TrimSpace(in.Why), Dichotomous: in.Dichotomous, Term: term(in.Term),
		Status: Asked, AskedBy: id.User.UserName, AskerID: id.User.ID, AskedAt: s.now(),
	}
	if err := refusing(r.faults()); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		if err := askable(ctx, tx, r); err != nil {
			return err
		}
		if err := tx.CreatePhenotypeRequest(ctx, r); err != nil {
			return err
		}
		return s.history(ctx, tx, record.Event{
			By: r.AskedBy, Object: objectRequest, ObjectID: r.ID, Action: "asked", Detail: r.Wanted, Kind: audit.Created,
			After: map[string]string{"wanted": r.Wanted, "why": r.Why, "term": r.Term, "status": string(r.Status)},
		})
	})
	return r, err
}

func (r *PhenotypeRequest) faults() []errs.Field {
	var faults []errs.Field
	hidden := oneline.Fault(r.Wanted)
	switch {
	case hidden != "":
		faults = append(faults, errs.Field{Field: "wanted", Message: hidden})
	case !fits(r.Wanted, maxWanted):
		faults = append(faults, errs.Field{Field: "wanted", Message: "Name the phenotype in at most 200 characters, on one line."})
	}
	if n := len([]rune(r.Why)); n == 0 || n > maxWhy {
		faults = append(faults, errs.Field{Field: "why", Message: "Describe its purpose in at most 2,000 characters, so that a reviewer can decide."})
	}
	if r.Term != "" && !termForm.MatchString(r.Term) {
		faults = append(faults, errs.Field{Field: "term", Message: badTerm})
	}
	return faults
}

// askable refuses a request for a phenotype that is in the list or was already requested.
func askable(ctx context.Context, tx Tx, r *PhenotypeRequest) error {
	list, err := tx.Phenotypes(ctx)
	if err != nil {
		return err
	}
	key := NameKey(r.Wanted)
	for _, p := range list {
		if p.RetiredAt == nil && p.unnamed(key) == 0 {
			return nameOf(p, errs.Field{Field: "wanted", Message: r.Wanted})
		}
	}
	own, err := tx.PhenotypeRequests(ctx, r.AskerID, listed)
	if err != nil {
		return err
	}
	open := 0
	for _, other := range own {
		if other.Status != Asked {
			continue
		}
		if open++; NameKey(other.Wanted) == key {
			const sentence = "You have asked for this already; a reviewer has not decided yet."
			return errs.New(errs.Conflict, "already_asked", "%s", sentence).WithFields(errs.Field{Field: "wanted", Message: sentence})
		}
	}
	if open >= maxOpen {
		return errs.New(errs.Conflict, "too_many", "%d of your requests are open. Withdraw one, or wait until a reviewer has decided.", open)
	}
	return nil
}

// DecidePhenotypeRequest grants a request with a new phenotype, points to another one, or declines
// it. errs.Rule with the fields at fault, errs.Conflict (decided) if the request is not open, and
// the errors of CreatePhenotype.
func (s *Service) DecidePhenotypeRequest(ctx context.Context, id *auth.Identity, requestID string, in RequestDecision) (_ *PhenotypeRequest, err error) {
	defer errs.Wrap(&err, "hermes.DecidePhenotypeRequest(%q)", requestID)
	if err := mustReview(id); err != nil {
		return nil, err
	}
	in.Answer = strings.TrimSpace(in.Answer)
	if err := in.faults(); err != nil {
		return nil, err
	}
	var made *Phenotype
	if in.Grant != nil {
		if made, err = s.newPhenotype(*in.Grant); err != nil {
			return nil, err
		}
	}
	var r *PhenotypeRequest
	err = s.store.InTx(ctx, func(tx Tx) (err error) {
		if r, err = openRequest(ctx, tx, requestID); err != nil {
			return err
		}
		return s.decideRequest(ctx, tx, id.User.UserName, r, made, in)
	})
	if err != nil {
		return nil, err
	}
	s.tellAsker(ctx, r)
	return r, nil
}

func (in *RequestDecision) faults() error {
	switch {
	case in.Grant != nil && in.Use != "":
		return errs.New(errs.Rule, "rule", "Grant the request, or name a phenotype to use instead; not both.")
	case len([]rune(in.Answer)) > maxAnswer:
		return refusing([]errs.Field{{Field: "answer", Message: "At most 2,000 characters."}})
	case in.Grant == nil && in.Use == "" && in.Answer == "":
		return refusing([]errs.Field{{Field: "answer", Message: "Enter a reason, so that the requester knows what to do."}})
	}
	return nil
}

func openRequest(ctx context.Context, tx Tx, requestID string) (*PhenotypeRequest, error) {
	r, err := tx.PhenotypeRequest(ctx, requestID)
	if err != nil {
		return nil, err
	}
	if r.Status != Asked {
		return nil, errs.New(errs.Conflict, "decided", "This request was %s by %s already.", r.Status, r.DecidedBy)
	}
	return r, nil
}

func (s *Service) decideRequest(ctx context.Context, tx Tx, by string, r *PhenotypeRequest, made *Phenotype, in RequestDecision) error {
	status := Declined
	switch {
	case made != nil:
		again := *made // fn of a transaction may run again
		if err := s.insertPhenotype(ctx, tx, by, &again, "asked for by "+r.AskedBy); err != nil {
			return err
		}
		status, r.Code = Granted, made.Code
	case in.Use != "":
		p, err := tx.Phenotype(ctx, in.Use)
		if errs.Is(err, errs.NotFound) || err == nil && p.RetiredAt != nil {
			return refusing([]errs.Field{{Field: "use", Message: "Choose a phenotype of the list that is not retired."}})
		}
		if err != nil {
			return err
		}
		status, r.Code = Redirected, p.Code
	}
	return s.endRequest(ctx, tx, by, r, status, in.Answer)
}

// endRequest stores the outcome of an open request.
func (s *Service) endRequest(ctx context.Context, tx Tx, by string, r *PhenotypeRequest, status RequestStatus, answer string) error {
	now := s.now()
	r.Status, r.DecidedBy, r.DecidedAt, r.Answer = status, by, &now, answer
	if err := tx.DecidePhenotypeRequest(ctx, r); err != nil {
		return err
	}
	h := record.Event{By: by, Object: objectRequest, ObjectID: r.ID, Action: string(status), Detail: answer, Kind: audit.StatusChanged}
	h = h.From(string(Asked), string(status))
	if r.Code != "" {
		h.After["phenotype"] = r.Code
	}
	return s.history(ctx, tx, h)
}

// WithdrawPhenotypeRequest withdraws an open request of the caller.
func (s *Service) WithdrawPhenotypeRequest(ctx context.Context, id *auth.Identity, requestID string) (err error) {
	defer errs.Wrap(&err, "hermes.WithdrawPhenotypeRequest(%q)", requestID)
	return s.store.InTx(ctx, func(tx Tx) error {
		r, err := tx.PhenotypeRequest(ctx, requestID)
		if err != nil {
			return err
		}
		if err := admit(id, auth.OwnerOnly, r.AskerID, "request"); err != nil {
			return err
		}
		if r, err = openRequest(ctx, tx, requestID); err != nil {
			return err
		}
		return s.endRequest(ctx, tx, id.User.UserName, r, Withdrawn, "")
	})
}

// mailPatience is how long a decision waits for the mail server.
const mailPatience = 10 * time.Second

// tellAsker mails the outcome of a request. The page shows it too, so a failed mail is only logged.
func (s *Service) tellAsker(ctx context.Context, r *PhenotypeRequest) {
	if s.cfg.Mailer == nil || s.cfg.Accounts == nil || r.AskedBy == r.DecidedBy {
		return
	}
	u, err := s.cfg.Accounts.UserByName(ctx, r.AskedBy)
	if err == nil && u.ID == r.AskerID && u.Email != "" {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), mailPatience)
		defer cancel()
		err = s.cfg.Mailer.Send(ctx, auth.Message{To: u.Email, Subject: "Your request for the phenotype “" + r.Wanted + "”", Text: r.letter(s.cfg.BaseURL)})
	}
	if err != nil {
		s.cfg.Log.WarnContext(ctx, "no mail was sent to the requester of a phenotype", "request", r.ID, "err", err)
	}
}

// letter returns the mail with the outcome for the requester.
func (r *PhenotypeRequest) letter(baseURL string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Hello,\n\nyou asked for the phenotype “%s”. ", r.Wanted)
	switch r.Status {
	case Granted:
		fmt.Fprintf(&b, "%s added it: its code is %s.\n", r.DecidedBy, r.Code)
	case Redirected:
		fmt.Fprintf(&b, "%s asks you to use %s instead, which is in the list.\n", r.DecidedBy, r.Code)
	default:
		fmt.Fprintf(&b, "%s declined it.\n", r.DecidedBy)
	}
	if r.Answer != "" {
		fmt.Fprintf(&b, "\n%s\n", r.Answer)
	}
	if baseURL != "" {
		fmt.Fprintf(&b, "\nGo on with your upload here: %s/hermes/new\n", strings.TrimRight(baseURL, "/"))
	}
	return b.String()
}
