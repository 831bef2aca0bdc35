package hermes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func wantCode(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errs.Is(err, kind) || !errors.As(err, &e) || code != "" && e.Code != code {
		t.Fatalf("%v, want code %q", err, code)
	}
}

func TestPhenotypesOfTheConsortium(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		must(t, b.EnsurePhenotypes(ctx)) // a second start adds nothing
		in := hermes.PhenotypeInput{Code: "LVEF", Description: "Ejection fraction", Terms: []string{"efo_0008373"}, Synonyms: []string{"EF"}}
		_, err := b.CreatePhenotype(ctx, b.uploader, in)
		wantCode(t, err, errs.Forbidden, "")
		p, err := b.CreatePhenotype(ctx, b.reviewer, in)
		must(t, err)
		for _, clash := range []hermes.PhenotypeInput{
			{Code: "lv-ef", Description: "Another"}, {Code: "X1", Description: "ejection  fraction"}, {Code: "X1", Description: "x", Synonyms: []string{"E.F."}},
			{Code: "EF", Description: "x"}, {Code: "all hf", Description: "x"},
		} {
			if _, err := b.CreatePhenotype(ctx, b.reviewer, clash); err == nil {
				t.Errorf("%+v was added", clash)
			}
		}
		in.Dichotomous, in.Synonyms = true, nil
		_, err = b.UpdatePhenotype(ctx, b.reviewer, "LVEF", p.Version+1, in)
		wantCode(t, err, errs.Conflict, "changed")
		p, err = b.UpdatePhenotype(ctx, b.reviewer, "LVEF", p.Version, in)
		must(t, err)
		if p.Version != 2 || !p.Dichotomous || len(p.History) != 2 || p.History[0].Action != "changed" {
			t.Errorf("changed: %+v", p)
		}
		p, err = b.UpdatePhenotype(ctx, b.reviewer, "LVEF", p.Version, in)
		must(t, err)
		if p.Version != 2 || len(p.History) != 2 {
			t.Errorf("the same again is a change: %+v", p)
		}
		must(t, b.DeletePhenotype(ctx, b.reviewer, "LVEF"))
		_, err = b.Phenotype(ctx, b.reviewer, "LVEF")
		wantCode(t, err, errs.NotFound, "")
	})
}

// TestAUsedPhenotype checks that a used phenotype does not change or disappear.
func TestAUsedPhenotype(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		u := b.run(t, b.register(t, "Study", 1)) // of ALL_HF
		wantCode(t, b.DeletePhenotype(ctx, b.reviewer, "ALL_HF"), errs.Conflict, "phenotype_used")
		in := hermes.PhenotypeInput{Description: "All heart failure"}
		_, err := b.UpdatePhenotype(ctx, b.reviewer, "ALL_HF", 1, in)
		wantCode(t, err, errs.Conflict, "phenotype_used")
		in.Dichotomous, in.Retired = true, true
		p, err := b.UpdatePhenotype(ctx, b.reviewer, "ALL_HF", 1, in)
		must(t, err)
		if p.RetiredAt == nil || p.Datasets != 1 || p.History[0].Action != "retired" {
			t.Errorf("retired: %+v", p)
		}
		_, err = b.tryRegister(t, "Another", 2)
		wantCode(t, err, errs.Rule, "rule")
		_, err = b.Edit(ctx, b.uploader, u.ID, hermes.Edit{Version: u.Version, Metadata: u.Metadata, Mapping: mappingOf(t, u)})
		must(t, err) // the current value may be kept
		in.Retired = false
		p, err = b.UpdatePhenotype(ctx, b.reviewer, "ALL_HF", p.Version, in)
		must(t, err)
		if p.RetiredAt != nil || p.History[0].Action != "brought back" {
			t.Errorf("brought back: %+v", p)
		}
		_, err = b.tryRegister(t, "A third", 3)
		must(t, err)
	})
}

var asked = hermes.NewPhenotypeRequest{Wanted: "HFpEF", Why: "Preserved ejection fraction", Dichotomous: true, Term: "mondo_0005252"}

func TestARequestIsGranted(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		r, err := b.AskForPhenotype(ctx, b.uploader, asked)
		must(t, err)
		grant := hermes.RequestDecision{
			Grant: &hermes.PhenotypeInput{Code: "HFPEF", Description: "HF with preserved EF", Dichotomous: true, Terms: []string{r.Term}},
		}
		_, err = b.DecidePhenotypeRequest(ctx, b.uploader, r.ID, grant)
		wantCode(t, err, errs.Forbidden, "")
		clash := hermes.RequestDecision{Grant: &hermes.PhenotypeInput{Code: "all-hf", Description: "x"}}
		_, err = b.DecidePhenotypeRequest(ctx, b.reviewer, r.ID, clash)
		wantCode(t, err, errs.Conflict, "name_taken")
		_, err = b.DecidePhenotypeRequest(ctx, b.reviewer, r.ID, grant)
		must(t, err)
		list, err := b.PhenotypeRequests(ctx, b.uploader)
		must(t, err)
		if len(list) != 1 || list[0].Status != hermes.Granted || list[0].Code != "HFPEF" || list[0].DecidedBy != "reviewer" || list[0].Term != "MONDO:0005252" {
			t.Errorf("%+v", list)
		}
		p, err := b.Phenotype(ctx, b.uploader, "HFPEF")
		must(t, err)
		if p.History[0].Detail != "asked for by uploader" {
			t.Errorf("history %+v", p.History)
		}
		_, err = b.DecidePhenotypeRequest(ctx, b.reviewer, r.ID, hermes.RequestDecision{Answer: "no"})
		wantCode(t, err, errs.Conflict, "decided")
		wantCode(t, b.WithdrawPhenotypeRequest(ctx, b.uploader, r.ID), errs.Conflict, "decided")
		page, err := audit.NewLog(b.store, b.now).Search(ctx, audit.Filter{Object: "phenotype-request", Limit: 10})
		must(t, err)
		if len(page.Items) != 2 || cmp.Diff(map[string]string{"status": "granted", "phenotype": "HFPEF"}, page.Items[0].After) != "" {
			t.Errorf("trail %+v", page.Items)
		}
	})
}

func TestARequestIsDeclinedRedirectedOrWithdrawn(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		ask := func(wanted string) *hermes.PhenotypeRequest {
			r, err := b.AskForPhenotype(ctx, b.uploader, hermes.NewPhenotypeRequest{Wanted: wanted, Why: "why"})
			must(t, err)
			return r
		}
		first, second, third := ask("First"), ask("Second"), ask("Third")
		_, err := b.DecidePhenotypeRequest(ctx, b.reviewer, first.ID, hermes.RequestDecision{Answer: " "})
		wantCode(t, err, errs.Rule, "rule")
		r, err := b.DecidePhenotypeRequest(ctx, b.reviewer, first.ID, hermes.RequestDecision{Answer: "Too rare"})
		must(t, err)
		if r.Status != hermes.Declined || r.Answer != "Too rare" || r.Code != "" {
			t.Errorf("%+v", r)
		}
		_, err = b.DecidePhenotypeRequest(ctx, b.reviewer, second.ID, hermes.RequestDecision{Use: "NOT_THERE"})
		wantCode(t, err, errs.Rule, "rule")
		_, err = b.DecidePhenotypeRequest(ctx, b.reviewer, second.ID, hermes.RequestDecision{Use: "NI_CM", Grant: &hermes.PhenotypeInput{}})
		wantCode(t, err, errs.Rule, "rule")
		r, err = b.DecidePhenotypeRequest(ctx, b.reviewer, second.ID, hermes.RequestDecision{Use: "NI_CM"})
		must(t, err)
		if r.Status != hermes.Redirected || r.Code != "NI_CM" {
			t.Errorf("%+v", r)
		}
		wantCode(t, b.WithdrawPhenotypeRequest(ctx, b.reviewer, third.ID), errs.NotFound, "")
		must(t, b.WithdrawPhenotypeRequest(ctx, b.uploader, third.ID))
		fourth := ask("Third") // again
		list, err := b.PhenotypeRequests(ctx, b.reviewer)
		must(t, err)
		if len(list) != 4 || list[0].ID != fourth.ID {
			t.Errorf("the open one is not first: %+v", list[0])
		}
		own, err := b.PhenotypeRequests(ctx, b.reader())
		must(t, err)
		if len(own) != 0 {
			t.Errorf("another user sees %d requests", len(own))
		}
	})
}

// reader returns an account that neither requested nor decides.
func (b *bench) reader() *auth.Identity {
	return auth.NewIdentity(&auth.User{ID: "other", UserName: "other", Roles: []string{"uploader"}}, nil)
}

func TestRequestRefusals(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		ask := func(wanted, why, term string) error {
			_, err := b.AskForPhenotype(ctx, b.uploader, hermes.NewPhenotypeRequest{Wanted: wanted, Why: why, Term: term})
			return err
		}
		wantCode(t, ask(" ", "why", ""), errs.Rule, "rule")
		wantCode(t, ask("Asthma", " ", ""), errs.Rule, "rule")
		wantCode(t, ask("Asthma", "why", "J45"), errs.Rule, "rule")
		wantCode(t, ask("Dilated Cardiomyopathy", "why", ""), errs.Conflict, "name_taken")
		for i := range 20 {
			must(t, ask(fmt.Sprint("Trait ", i), "why", ""))
		}
		wantCode(t, ask("trait-0", "why", ""), errs.Conflict, "already_asked")
		wantCode(t, ask("One more", "why", ""), errs.Conflict, "too_many")
	})
}

// TestTheRequesterIsNotified checks the mail to the requester; without a mail server the decision still
// succeeds.
func TestTheRequesterIsNotified(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		var box mailbox
		s := hermes.NewService(
			b.store.Hermes(),
			b.files,
			b.blobs,
			b.now,
			b.newID,
			hermes.Config{Mailer: &box, Accounts: addresses{}, BaseURL: "https://cohortium.example.org/"},
		)
		for wanted, decision := range map[string]hermes.RequestDecision{
			"One":   {Grant: &hermes.PhenotypeInput{Code: "ONE", Description: "Trait one"}},
			"Two":   {Use: "NI_CM", Answer: "They are the same."},
			"Three": {Answer: "Too rare."},
		} {
			box = mailbox{}
			r, err := s.AskForPhenotype(ctx, b.uploader, hermes.NewPhenotypeRequest{Wanted: wanted, Why: "why"})
			must(t, err)
			_, err = s.DecidePhenotypeRequest(ctx, b.reviewer, r.ID, decision)
			must(t, err)
			want := map[string]string{"One": "its code is ONE", "Two": "use NI_CM instead", "Three": "declined it"}[wanted]
			if box.sent.To != "uploader@example.org" || !strings.Contains(box.sent.Text, want) || !strings.Contains(box.sent.Text, decision.Answer) ||
				!strings.Contains(box.sent.Text, "https://cohortium.example.org/hermes/new") {
				t.Errorf("%s: %+v", wanted, box.sent)
			}
		}
		box = mailbox{away: true}
		r, err := s.AskForPhenotype(ctx, b.uploader, asked)
		must(t, err)
		_, err = s.DecidePhenotypeRequest(ctx, b.reviewer, r.ID, hermes.RequestDecision{Answer: "no"})
		must(t, err)
	})
}

type mailbox struct {
	sent auth.Message
	away bool
}

func (m *mailbox) Send(_ context.Context, message auth.Message) error {
	if m.away {
		return errors.New("away")
	}
	m.sent = message
	return nil
}

type addresses struct{}

func (addresses) UserByName(_ context.Context, name string) (*auth.User, error) {
	return &auth.User{ID: name, UserName: name, Email: name + "@example.org", IsActive: true, Roles: []string{"reviewer"}}, nil
}

func (a addresses) User(ctx context.Context, id string) (*auth.User, error) {
	return a.UserByName(ctx, id)
}

func mappingOf(t *testing.T, u *hermes.UploadView) (m sumstats.Mapping) {
	t.Helper()
	must(t, json.Unmarshal(u.Mapping, &m))
	return m
}

func TestAResultNamesItsPhenotypeInWords(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		for code, want := range map[string]string{"DCM_Broad": "Dilated cardiomyopathy", "GONE": "GONE"} {
			if got, err := b.PhenotypeWords(t.Context(), code); err != nil || got != want {
				t.Errorf("%s is called %q, %v, want %q", code, got, err, want)
			}
		}
	})
}
