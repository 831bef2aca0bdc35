// Package consortium is how a registry presents itself: the name of the consortium, its
// text, contact and logo, and the names, purposes and logos of the areas. It owns these
// settings and the pictures in them. It knows no HTTP and no SQL.
package consortium

import (
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
)

// Profile is how the registry presents itself.
type Profile struct {
	Name     string `json:"name"`
	Headline string `json:"headline"` // one sentence
	Text     string `json:"text"`     // paragraphs, separated by empty lines
	TakePart string `json:"take_part"`
	Contact  string `json:"contact"` // mail address or https address; "" for none
	Logo     *Logo  `json:"logo,omitempty"`
	Areas    []Area `json:"areas"` // one of each, in the order of the menu
}

// Area is how an area is presented.
type Area struct {
	Area    auth.Area `json:"area"`
	Name    string    `json:"name"`
	Purpose string    `json:"purpose"` // one line
	Logo    *Logo     `json:"logo,omitempty"`
}

// Standard is the profile until an administrator has changed it.
func Standard() Profile {
	return Profile{
		Name:     "Cohortium",
		Headline: "Genetic association results, checked by the same rules",
		Text:     "This registry collects, checks and combines summary statistics of genome-wide association studies. Public results can be viewed, downloaded and cited without an account.",
		Areas: []Area{
			{Area: auth.AreaHermes, Name: "HERMES", Purpose: "Submit summary statistics, review them and run meta-analyses"},
			{Area: auth.AreaSGC, Name: "SGC", Purpose: "Case and control counts of the cohorts"},
			{Area: auth.AreaDatasets, Name: "Registry", Purpose: "Studies, data sets, indexes and published pages"},
		},
	}
}

// The longest texts, in characters.
const (
	maxName     = 80
	maxAreaName = 24
	maxLine     = 160
	maxText     = 2000
)

// check trims what was typed and returns what cannot be kept.
func (p *Profile) check() error {
	var faults []errs.Field
	fault := func(field, message string) { faults = append(faults, errs.Field{Field: field, Message: message}) }
	line := func(field string, text *string, most int, required bool) {
		*text = strings.Join(strings.Fields(*text), " ")
		switch n := utf8.RuneCountInString(*text); {
		case n > most:
			fault(field, fmt.Sprintf("At most %d characters. This has %d.", most, n))
		case n == 0 && required:
			fault(field, "Required.")
		}
		if hidden := oneline.Fault(*text); hidden != "" {
			fault(field, hidden)
		}
	}
	line("name", &p.Name, maxName, true)
	line("headline", &p.Headline, maxLine, true)
	for field, text := range map[string]*string{"text": &p.Text, "take_part": &p.TakePart} {
		*text = strings.TrimSpace(strings.ReplaceAll(*text, "\r\n", "\n"))
		if n := utf8.RuneCountInString(*text); n > maxText {
			fault(field, fmt.Sprintf("At most %d characters. This has %d.", maxText, n))
		}
	}
	if p.Contact = strings.TrimSpace(p.Contact); !reachable(p.Contact) {
		fault("contact", "Enter a mail address such as office@example.org, or an address that starts with https://.")
	}
	for i := range p.Areas {
		at := fmt.Sprintf("areas.%d.", i)
		line(at+"name", &p.Areas[i].Name, maxAreaName, true)
		line(at+"purpose", &p.Areas[i].Purpose, maxLine, false)
		if slices.ContainsFunc(p.Areas[:i], func(a Area) bool { return strings.EqualFold(a.Name, p.Areas[i].Name) }) {
			fault(at+"name", "Another area has this name.")
		}
	}
	if !slices.EqualFunc(p.Areas, Standard().Areas, func(a, b Area) bool { return a.Area == b.Area }) {
		fault("areas", "List hermes, sgc and datasets once each, in this order.")
	}
	if len(faults) == 0 {
		return nil
	}
	slices.SortFunc(faults, func(a, b errs.Field) int { return strings.Compare(a.Field, b.Field) })
	return errs.New(errs.Rule, "rule", "The settings were not saved. Correct the fields below.").WithFields(faults...)
}

// reachable reports whether a contact can be offered as a link; "" is no contact.
func reachable(contact string) bool {
	if contact == "" || len(contact) > maxLine {
		return contact == ""
	}
	if a, err := mail.ParseAddress(contact); err == nil {
		return a.Address == contact
	}
	u, err := url.Parse(contact)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
}

// logos are the pictures of a profile, each with the field that holds it.
func (p *Profile) logos() map[string]**Logo {
	out := map[string]**Logo{"logo": &p.Logo}
	for i := range p.Areas {
		out[fmt.Sprintf("areas.%d.logo", i)] = &p.Areas[i].Logo
	}
	return out
}

// values are the settings by name for the audit trail; a logo by its id.
func (p *Profile) values() map[string]string {
	out := map[string]string{"name": p.Name, "headline": p.Headline, "text": p.Text, "take part": p.TakePart, "contact": p.Contact, "logo": p.Logo.ID()}
	for _, a := range p.Areas {
		out["name of "+string(a.Area)], out["purpose of "+string(a.Area)], out["logo of "+string(a.Area)] = a.Name, a.Purpose, a.Logo.ID()
	}
	return out
}
