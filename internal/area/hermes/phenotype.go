package hermes

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/spreadsheet"
)

// Phenotype is a trait that the consortium studies. Its code never changes, because submissions and
// files elsewhere refer to it.
type Phenotype struct {
	Code        string // such as DCM_Broad
	Description string
	Dichotomous bool       // cases and controls rather than a measured quantity
	Terms       []string   // of ontologies, as CURIEs such as MONDO:0005252
	Synonyms    []string   // other names, for searches
	RetiredAt   *time.Time // no new submission may use it from then on; nil if it is offered
	Version     int64      // incremented with every change; clients send it in If-Match
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// PhenotypeView is a phenotype with the values that the caller may see.
type PhenotypeView struct {
	*Phenotype
	Datasets int64 // number of its submissions that the caller may see
	History  []record.Entry
}

// PhenotypeInput is a reviewer's description of a phenotype.
type PhenotypeInput struct {
	Code        string // new phenotypes only
	Description string
	Dichotomous bool
	Terms       []string
	Synonyms    []string
	Retired     bool
}

// Limits of the description of a phenotype.
const (
	maxDescription = 500
	maxTerms       = 10
	maxSynonyms    = 50
	maxSynonym     = 100
)

var (
	codeForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{1,39}$`)
	// The ids of these three ontologies have seven digits.
	termForm = regexp.MustCompile(`^(MONDO|EFO|HP):[0-9]{7}$`)
)

// NameKey returns the form in which names of phenotypes are compared: letters and digits in lower
// case, so that DCM_Broad, dcm broad and DCM-BROAD are equal.
func NameKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// term converts an ontology term to a CURIE: mondo_0005252 and the URL of the term become
// MONDO:0005252, and HPO becomes HP.
func term(text string) string {
	text = strings.TrimSpace(text)
	text = strings.ToUpper(text[strings.LastIndexByte(text, '/')+1:])
	text = strings.Replace(text, "_", ":", 1)
	if id, found := strings.CutPrefix(text, "HPO:"); found {
		return "HP:" + id
	}
	return text
}

// mustReview refuses callers who are not reviewers of the consortium.
func mustReview(id *auth.Identity) error {
	if !reviews(id) {
		return errs.New(errs.Forbidden, "forbidden", "Only reviewers change the phenotypes of the consortium.")
	}
	return nil
}

// CreatePhenotype adds a phenotype. errs.Rule with the fields at fault, errs.Conflict (name_taken)
// if another phenotype has one of its names.
func (s *Service) CreatePhenotype(ctx context.Context, id *auth.Identity, in PhenotypeInput) (_ *PhenotypeView, err error) {
	defer errs.Wrap(&err, "hermes.CreatePhenotype(%q)", in.Code)
	if err := mustReview(id); err != nil {
		return nil, err
	}
	p, err := s.newPhenotype(in)
	if err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error { return s.insertPhenotype(ctx, tx, id.User.UserName, p, "") })
	if err != nil {
		return nil, err
	}
	return s.Phenotype(ctx, id, p.Code)
}

// newPhenotype creates a phenotype from a reviewer's description.
func (s *Service) newPhenotype(in PhenotypeInput) (*Phenotype, error) {
	now := s.now()
	p := &Phenotype{Code: strings.TrimSpace(in.Code), Version: 1, CreatedAt: now, UpdatedAt: now}
	faults := p.say(in, now)
	if !codeForm.MatchString(p.Code) {
		faults = append([]errs.Field{{Field: "name", Message: "A code has 2 to 40 characters: a letter, then letters, digits, and _ . or -."}}, faults...)
	}
	return p, refusing(faults)
}

func refusing(faults []errs.Field) error {
	if len(faults) == 0 {
		return nil
	}
	return errs.New(errs.Rule, "rule", "%s", attention(len(faults))).WithFields(faults...)
}

// insertPhenotype adds a phenotype whose names are unique.
func (s *Service) insertPhenotype(ctx context.Context, tx Tx, by string, p *Phenotype, detail string) error {
	if err := namesFree(ctx, tx, p, ""); err != nil {
		return err
	}
	if err := tx.CreatePhenotype(ctx, p); err != nil {
		return err
	}
	return s.history(ctx, tx, record.Event{
		By: by, Object: objectPhenotype, ObjectID: p.Code, Action: "added", Detail: detail, Kind: audit.Created, After: p.sheet(),
	})
}

// UpdatePhenotype replaces the description of a phenotype. errs.Rule with the fields at fault.
// errs.Conflict: name_taken; phenotype_used, if submissions prevent a change between cases and a
// measure; changed, if the version is not current.
func (s *Service) UpdatePhenotype(ctx context.Context, id *auth.Identity, code string, version int64, in PhenotypeInput) (_ *PhenotypeView, err error) {
	defer errs.Wrap(&err, "hermes.UpdatePhenotype(%q, %d)", code, version)
	if err := mustReview(id); err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		p, err := tx.Phenotype(ctx, code)
		if err != nil {
			return err
		}
		if p.Version != version {
			return record.Changed("Another user has changed this phenotype. Load it again.")
		}
		return s.changePhenotype(ctx, tx, id.User.UserName, p, in)
	})
	if err != nil {
		return nil, err
	}
	return s.Phenotype(ctx, id, code)
}

func (s *Service) changePhenotype(ctx context.Context, tx Tx, by string, p *Phenotype, in PhenotypeInput) error {
	before, wasRetired := p.sheet(), p.RetiredAt != nil
	if in.Dichotomous != p.Dichotomous {
		if err := unused(ctx, tx, p.Code, "dichotomous", "so it cannot become another kind of trait. Add a phenotype instead."); err != nil {
			return err
		}
	}
	now := s.now()
	if err := refusing(p.say(in, now)); err != nil {
		return err
	}
	if err := namesFree(ctx, tx, p, p.Code); err != nil {
		return err
	}
	was, is := record.Differing(before, p.sheet())
	if len(was) == 0 {
		return nil
	}
	p.UpdatedAt = now
	if err := tx.UpdatePhenotype(ctx, p); err != nil {
		return err
	}
	h := record.Event{By: by, Object: objectPhenotype, ObjectID: p.Code, Action: "changed", Kind: audit.Changed, Before: was, After: is}
	switch {
	case in.Retired && !wasRetired:
		h.Action = "retired"
	case !in.Retired && wasRetired:
		h.Action, h.Kind = "brought back", audit.Restored
	}
	return s.history(ctx, tx, h)
}

// unused fails if submissions use a phenotype.
func unused(ctx context.Context, tx Tx, code, field, so string) error {
	counts, err := tx.CountByPhenotype(ctx, "")
	if err != nil || counts[code] == 0 {
		return err
	}
	uses := "Submissions name"
	if counts[code] == 1 {
		uses = "A submission names"
	}
	sentence := uses + " this phenotype, " + so
	refusal := errs.New(errs.Conflict, "phenotype_used", "%s", sentence)
	if field != "" {
		refusal = refusal.WithFields(errs.Field{Field: field, Message: sentence})
	}
	return refusal
}

// DeletePhenotype deletes a phenotype that no submission uses. errs.Conflict (phenotype_used)
// otherwise.
func (s *Service) DeletePhenotype(ctx context.Context, id *auth.Identity, code string) (err error) {
	defer errs.Wrap(&err, "hermes.DeletePhenotype(%q)", code)
	if err := mustReview(id); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		p, err := tx.Phenotype(ctx, code)
		if err != nil {
			return err
		}
		if err := unused(ctx, tx, code, "", "so it can only be retired."); err != nil {
			return err
		}
		if err := tx.DeletePhenotype(ctx, code); err != nil {
			return err
		}
		return s.history(ctx, tx, record.Event{
			By: id.User.UserName, Object: objectPhenotype, ObjectID: code, Action: "deleted", Kind: audit.Deleted, Before: p.sheet(),
		})
	})
}

// say applies a reviewer's description and returns its faults.
func (p *Phenotype) say(in PhenotypeInput, now time.Time) []errs.Field {
	var faults []errs.Field
	fault := func(field, message string) {
		if !slices.ContainsFunc(faults, func(f errs.Field) bool { return f.Field == field }) {
			faults = append(faults, errs.Field{Field: field, Message: message})
		}
	}
	p.Description, p.Dichotomous = strings.TrimSpace(in.Description), in.Dichotomous
	hidden := oneline.Fault(p.Description)
	switch {
	case hidden != "":
		fault("description", hidden)
	case !fits(p.Description, maxDescription):
		fault("description", "Enter a description of at most 500 characters, on one line.")
	}
	p.Terms, p.Synonyms = nil, nil
	for _, text := range in.Terms {
		t := term(text)
		switch {
		case t == "" || slices.Contains(p.Terms, t):
			continue
		case !termForm.MatchString(t):
			fault("terms", badTerm)
		}
		p.Terms = append(p.Terms, t)
	}
	for _, text := range in.Synonyms {
		text = strings.TrimSpace(text)
		if text == "" || slices.ContainsFunc(p.Synonyms, func(other string) bool { return NameKey(other) == NameKey(text) }) {
			continue
		}
		if hidden := oneline.Fault(text); hidden != "" {
			fault("synonyms", hidden)
		}
		if !fits(text, maxSynonym) {
			fault("synonyms", "Another name has at most 100 characters.")
		}
		p.Synonyms = append(p.Synonyms, text)
	}
	if len(p.Terms) > maxTerms {
		fault("terms", "A phenotype has at most 10 terms.")
	}
	if len(p.Synonyms) > maxSynonyms {
		fault("synonyms", "A phenotype has at most 50 other names.")
	}
	switch {
	case !in.Retired:
		p.RetiredAt = nil
	case p.RetiredAt == nil:
		p.RetiredAt = &now
	}
	return faults
}

const badTerm = "A term looks like MONDO:0005252, EFO:0003144 or HP:0001635."

// fits reports whether a text has at most this many characters and contains a letter or digit.
func fits(text string, most int) bool {
	return NameKey(text) != "" && utf8.RuneCountInString(text) <= most
}

// names returns all names of a phenotype, each with its field.
func (p *Phenotype) names() []errs.Field {
	names := []errs.Field{{Field: "name", Message: p.Code}, {Field: "description", Message: p.Description}}
	for _, synonym := range p.Synonyms {
		names = append(names, errs.Field{Field: "synonyms", Message: synonym})
	}
	return names
}

// namesFree refuses a phenotype that shares a name with another one, because the name would be
// ambiguous. self is its code in the list, "" for a new one.
func namesFree(ctx context.Context, tx Tx, p *Phenotype, self string) error {
	list, err := tx.Phenotypes(ctx)
	if err != nil {
		return err
	}
	taken := make(map[string]*Phenotype)
	for _, other := range list {
		if other.Code != self {
			for _, name := range other.names() {
				taken[NameKey(name.Message)] = other
			}
		}
	}
	for _, name := range p.names() {
		if other := taken[NameKey(name.Message)]; other != nil {
			return nameOf(other, name)
		}
	}
	return nil
}

func nameOf(other *Phenotype, name errs.Field) error {
	sentence := "“" + name.Message + "” is a name of " + other.Code + " already."
	if other.RetiredAt != nil {
		sentence = "“" + name.Message + "” is a name of " + other.Code + " already, which is retired and can be brought back."
	}
	return errs.New(errs.Conflict, "name_taken", "%s", sentence).WithFields(errs.Field{Field: name.Field, Message: sentence})
}

// sheet returns the description of a phenotype as values by name.
func (p *Phenotype) sheet() map[string]string {
	yes := map[bool]string{true: "yes", false: "no"}
	return map[string]string{
		"description": p.Description, "dichotomous": yes[p.Dichotomous], "terms": strings.Join(p.Terms, ", "),
		"synonyms": spreadsheet.List(p.Synonyms), "retired": yes[p.RetiredAt != nil],
	}
}
