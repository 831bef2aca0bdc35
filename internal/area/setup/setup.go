// Package setup reports what a new server still lacks. It owns the steps from an empty server to
// one ready for a consortium. The state of each is measured on request; nothing is ticked by hand.
// It queries the areas and knows no HTTP.
package setup

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/rule"
)

// Step is one requirement of a server.
type Step struct {
	Key    string  `json:"key"` // never changes
	Title  string  `json:"title"`
	Done   bool    `json:"done"`
	Fact   string  `json:"fact"`             // what was measured, in a sentence
	Action *Action `json:"action,omitempty"` // what mends it; nil when it is done
}

// Action is the remedy of a step: a page to open, settings to start the server with, or a test mail
// to send.
type Action struct {
	Label    string `json:"label"`
	Address  string `json:"address,omitempty"` // of a page, from the root of the site, or of this site elsewhere
	Command  string `json:"command,omitempty"` // settings to copy
	TestMail bool   `json:"test_mail,omitempty"`
}

// Deps are the measured parts of a server.
type Deps struct {
	Accounts  *auth.Service
	Hermes    *hermes.Service
	Reference *reference.Registry
	Audit     *audit.Log
	Mailer    auth.Mailer // nil: the server sends no mail
	// MailServer names host and sender of the mail, so that a test counts for these only.
	MailServer string
	BaseURL    string // from the settings, "" when not set
	LinksTo    string // base address of links in mails
	Rules      *rule.Service
}

// Service measures the steps.
type Service struct{ Deps }

// New returns a service.
func New(d Deps) *Service { return &Service{d} }

// Steps measures every step for an administrator on an origin such as https://gwas.example.org.
func (s *Service) Steps(ctx context.Context, by *auth.Identity, origin string) (steps []Step, err error) {
	defer errs.Wrap(&err, "setup.Steps")
	for _, measure := range []func() (Step, error){
		func() (Step, error) { return s.administrator(ctx, by) },
		func() (Step, error) { return s.address(origin), nil },
		func() (Step, error) { return s.mail(ctx) },
		func() (Step, error) { return s.panel(ctx) },
		func() (Step, error) { return s.chains(ctx) },
		func() (Step, error) { return s.genes(ctx) },
		func() (Step, error) { return s.phenotypes(ctx, by) },
		func() (Step, error) { return s.people(ctx, by) },
	} {
		step, err := measure()
		if err != nil {
			return nil, err
		}
		if step.Done {
			step.Action = nil
		}
		steps = append(steps, step)
	}
	return steps, nil
}

func (s *Service) administrator(ctx context.Context, by *auth.Identity) (Step, error) {
	page, err := s.Accounts.Accounts(ctx, by, auth.AccountQuery{Roles: []string{auth.RoleAdmin}, States: []auth.AccountState{auth.StateActive}, Limit: 1})
	if err != nil {
		return Step{}, err
	}
	return Step{Key: "administrator", Title: "An administrator", Done: page.Total > 0,
		Fact: "This server has " + phrase.Counted(page.Total, "administrator", "administrators") + "."}, nil
}

func (s *Service) address(origin string) Step {
	step := Step{Key: "address", Title: "Public web address"}
	base := strings.TrimRight(s.BaseURL, "/")
	switch {
	case base == "":
		step.Fact = fmt.Sprintf("No address is set, so links in mails and invitations lead to %s.", s.LinksTo)
		step.Action = &Action{Label: "Start the server with its address", Command: "COHORTIUM_BASE_URL=https://cohortium.example.org"}
	case base != origin:
		step.Fact = fmt.Sprintf("It is set to %s, and you came by %s. Open it to see that it is reached.", base, origin)
		step.Action = &Action{Label: "Open " + base, Address: base + "/admin/setup"}
	default:
		step.Done, step.Fact = true, fmt.Sprintf("%s is reached.", base)
	}
	return step
}

// StepMail is the key of the step of mail.
const StepMail = "mail"

func (s *Service) mail(ctx context.Context) (Step, error) {
	step := Step{Key: StepMail, Title: "Mail"}
	if s.Mailer == nil {
		step.Fact = "No mail server is set, so invitations are links to copy."
		step.Action = &Action{Label: "Start the server with a mail server",
			Command: "COHORTIUM_MAIL_URL=smtp://user:password@mail.example.org:587 COHORTIUM_MAIL_FROM=\"Cohortium <noreply@example.org>\""}
		return step, nil
	}
	sent, err := s.Audit.Search(ctx, audit.Filter{Actions: []string{string(audit.MailTested)}, Object: mailObject, ObjectID: s.MailServer, Limit: 1})
	if err != nil {
		return step, err
	}
	if len(sent.Items) > 0 {
		step.Done, step.Fact = true, fmt.Sprintf("%s took a test mail on %s.", s.MailServer, sent.Items[0].At.Format(time.DateOnly))
		return step, nil
	}
	step.Fact = fmt.Sprintf("Mail goes through %s; no test mail was sent yet.", s.MailServer)
	step.Action = &Action{Label: "Send a test mail to yourself", TestMail: true}
	return step, nil
}

// mailObject is the name of the mail server in the audit trail.
const mailObject = "mail"

// TestMail sends a mail to the caller and records that the mail server accepted it. errs.Conflict
// without a mail server or an address, errs.Unavailable when the mail server rejects it.
func (s *Service) TestMail(ctx context.Context, by *auth.Identity) (err error) {
	defer errs.Wrap(&err, "setup.TestMail")
	if s.Mailer == nil {
		return errs.New(errs.Conflict, "no_mail", "This server has no mail server.")
	}
	if by.User.Email == "" {
		return errs.New(errs.Conflict, "no_email", "Your account has no e-mail address. Enter one on your profile page first.")
	}
	message := auth.Message{To: by.User.Email, Subject: "Test mail from Cohortium",
		Text: "Mail from this server arrives.\n\n" + s.LinksTo + "\n"}
	if err := s.Mailer.Send(ctx, message); err != nil {
		return err
	}
	return s.Audit.Record(ctx, audit.Entry{Action: audit.MailTested, Object: mailObject, ObjectID: s.MailServer})
}

func (s *Service) panel(ctx context.Context) (Step, error) {
	step := Step{Key: "panel", Title: "A reference panel", Action: &Action{Label: "Install a panel", Address: "/admin/reference"}}
	panels, err := s.Reference.Panels(ctx)
	if err != nil {
		return step, err
	}
	target, err := s.target(ctx)
	if err != nil {
		return step, err
	}
	var names []string
	for _, p := range panels {
		if p.Build == hermes.BuildWord(target) {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		step.Fact = fmt.Sprintf("None is installed on %s, so QC cannot compare frequencies and alleles with one.", target.Label())
		return step, nil
	}
	step.Done, step.Fact = true, fmt.Sprintf("Installed on %s: %s.", target.Label(), strings.Join(names, ", "))
	return step, nil
}

func (s *Service) chains(ctx context.Context) (Step, error) {
	step := Step{Key: "chains", Title: "Chain files", Action: &Action{Label: "Install a chain file", Address: "/admin/reference"}}
	target, err := s.target(ctx)
	if err != nil {
		return step, err
	}
	ends, err := s.Reference.Reach(ctx, target)
	if err != nil {
		return step, err
	}
	names := make([]string, len(ends))
	for i, b := range ends {
		names[i] = string(b)
	}
	if len(names) == 0 {
		step.Fact = fmt.Sprintf("None leads to %s, so submissions on other genome builds are refused.", target)
		return step, nil
	}
	step.Done, step.Fact = true, fmt.Sprintf("Submissions on %s are lifted to %s.", strings.Join(names, " and "), target)
	return step, nil
}

// genes is done from the first start: a list is built in.
func (s *Service) genes(ctx context.Context) (Step, error) {
	target, err := s.target(ctx)
	if err != nil {
		return Step{}, err
	}
	list, _, err := s.Reference.Genes(ctx, target)
	if err != nil {
		return Step{}, err
	}
	which := "The installed list " + list.Origin.String()
	if list.Origin.Inside {
		which = "The list inside the program (" + list.Origin.String() + ")"
	}
	return Step{Key: "genes", Title: "Genes", Done: true, Fact: fmt.Sprintf("%s has %s on %s.",
		which, phrase.Counted(int64(list.Len()), "protein-coding gene", "protein-coding genes"), target.Label())}, nil
}

func (s *Service) phenotypes(ctx context.Context, by *auth.Identity) (Step, error) {
	found, err := s.Hermes.Phenotypes(ctx, by, "")
	if err != nil {
		return Step{}, err
	}
	var current int64
	for _, p := range found.Items {
		if p.RetiredAt == nil {
			current++
		}
	}
	step := Step{Key: "phenotypes", Title: "Phenotypes", Done: current > 0, Fact: "HERMES offers " + phrase.Counted(current, "phenotype", "phenotypes") + "."}
	if !step.Done {
		step.Fact, step.Action = "HERMES offers no phenotype, so nothing can be uploaded.", &Action{Label: "Add phenotypes", Address: "/hermes/phenotypes"}
	}
	return step, nil
}

func (s *Service) people(ctx context.Context, by *auth.Identity) (Step, error) {
	page, err := s.Accounts.Accounts(ctx, by, auth.AccountQuery{Limit: 1})
	if err != nil {
		return Step{}, err
	}
	others := page.Total - 1
	step := Step{
		Key:   "people",
		Title: "Users invited",
		Done:  others > 0,
		Fact:  "Besides you, " + phrase.Counted(others, "person has an account or an invitation.", "people have accounts or invitations."),
	}
	if !step.Done {
		step.Fact, step.Action = "You have the only account, and there are no invitations.", &Action{Label: "Invite a user", Address: "/admin/users?new=1"}
	}
	return step, nil
}

// target returns the build that submissions are lifted to.
func (s *Service) target(ctx context.Context) (genome.Build, error) {
	rules, err := s.Rules.Rules(ctx)
	build, _ := genome.ParseBuild(rules.TargetBuild)
	return build, err
}
