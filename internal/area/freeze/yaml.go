package freeze

import (
	"encoding/json"
	"reflect"
	"time"

	"go.yaml.in/yaml/v3"

	"cohortium/internal/gwas/meta"
)

// written is a document in the order of its fields.
type written struct {
	Name          string           `yaml:"name"`
	Version       string           `yaml:"version"`
	Deadline      string           `yaml:"deadline,omitempty"`
	Schemes       []string         `yaml:"schemes"`
	SexDifference bool             `yaml:"sex_difference,omitempty"`
	Options       map[string]any   `yaml:"options,omitempty"`
	Rules         []map[string]any `yaml:"rules,omitempty"`
	Exclude       []map[string]any `yaml:"exclude,omitempty"`
	Skip          []map[string]any `yaml:"skip,omitempty"`
	Studies       []writtenStudy   `yaml:"studies"`
}

type writtenStudy struct {
	Cohort    string  `yaml:"cohort"`
	File      string  `yaml:"file"`
	Phenotype string  `yaml:"phenotype"`
	Ancestry  string  `yaml:"ancestry"`
	Sex       string  `yaml:"sex"`
	Accepted  string  `yaml:"accepted,omitempty"`
	N         float64 `yaml:"n,omitempty"`
	Cases     float64 `yaml:"cases,omitempty"`
	Controls  float64 `yaml:"controls,omitempty"`
	Scale     string  `yaml:"scale,omitempty"`
}

// YAML returns the document as Parse reads it. Options that have their default are left out.
func (d *Document) YAML() ([]byte, error) {
	options, err := plainOf(d.Options)
	if err != nil {
		return nil, err
	}
	usual, err := plainOf(meta.DefaultOptions())
	if err != nil {
		return nil, err
	}
	for name, value := range options {
		if elsewhere[name] != "" || reflect.DeepEqual(value, usual[name]) {
			delete(options, name)
		}
	}
	w := written{Name: d.Name, Version: d.Version, Deadline: day(d.Deadline), SexDifference: d.SexDifference, Options: options}
	for _, scheme := range d.Schemes {
		w.Schemes = append(w.Schemes, string(scheme))
	}
	if w.Rules, err = each(d.Rules); err != nil {
		return nil, err
	}
	if w.Exclude, err = each(d.Exclude); err != nil {
		return nil, err
	}
	if w.Skip, err = each(d.Skip); err != nil {
		return nil, err
	}
	for _, s := range d.Studies {
		w.Studies = append(w.Studies, writtenStudy{s.Cohort, s.File, s.Phenotype, s.Ancestry, s.Sex, day(s.Accepted), s.N, s.Cases, s.Controls, s.Scale})
	}
	return yaml.Marshal(w)
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// plainOf returns a value by the names of its JSON.
func plainOf(v any) (out map[string]any, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

func each[T any](list []T) (out []map[string]any, err error) {
	for _, one := range list {
		plain, err := plainOf(one)
		if err != nil {
			return nil, err
		}
		out = append(out, plain)
	}
	return out, nil
}
