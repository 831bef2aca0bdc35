package openapi_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi/openapi"
)

// domainTypes are the schemas whose Go type is one of an area, by name.
var domainTypes = map[string]any{
	"Action":                openapi.Action{},
	"Backup":                openapi.Backup{},
	"BackupSchedule":        openapi.BackupSchedule{},
	"BackupState":           openapi.BackupState{},
	"BrowseBuild":           openapi.BrowseBuild(""),
	"DatasetAncestry":       openapi.DatasetAncestry(""),
	"DatasetBuild":          openapi.DatasetBuild(""),
	"DatasetCan":            openapi.DatasetCan{},
	"DatasetCheckStatus":    openapi.DatasetCheckStatus(""),
	"DatasetDataType":       openapi.DatasetDataType(""),
	"DatasetSex":            openapi.DatasetSex(""),
	"DatasetSharing":        openapi.DatasetSharing(""),
	"DatasetStatus":         openapi.DatasetStatus(""),
	"DatasetView":           openapi.DatasetView{},
	"DiskSpace":             openapi.DiskSpace{},
	"Facets":                openapi.Facets{},
	"FreezeAncestry":        openapi.FreezeAncestry{},
	"FreezeCell":            openapi.FreezeCell{},
	"FreezeCellChange":      openapi.FreezeCellChange{},
	"FreezeChanges":         openapi.FreezeChanges{},
	"FreezeCohort":          openapi.FreezeCohort{},
	"FreezeCohortChange":    openapi.FreezeCohortChange{},
	"FreezeCost":            openapi.FreezeCost{},
	"FreezeDocument":        openapi.FreezeDocument{},
	"FreezeExclusion":       openapi.FreezeExclusion{},
	"FreezeFlow":            openapi.FreezeFlow{},
	"FreezeFlowStep":        openapi.FreezeFlowStep{},
	"FreezeInfluence":       openapi.FreezeInfluence{},
	"FreezeLack":            openapi.FreezeLack{},
	"FreezeLeftOut":         openapi.FreezeLeftOut{},
	"FreezeLink":            openapi.FreezeLink{},
	"FreezeLoci":            openapi.FreezeLoci{},
	"FreezeLocus":           openapi.FreezeLocus{},
	"FreezeLocusChange":     openapi.FreezeLocusChange{},
	"FreezeLoss":            openapi.FreezeLoss{},
	"FreezePhenotype":       openapi.FreezePhenotype{},
	"FreezePlan":            openapi.FreezePlan{},
	"FreezeProgress":        openapi.FreezeProgress{},
	"FreezePublication":     openapi.FreezePublication{},
	"FreezeResult":          openapi.FreezeResult{},
	"FreezeRule":            openapi.FreezeRule{},
	"FreezeScope":           openapi.FreezeScope{},
	"FreezeState":           openapi.FreezeState(""),
	"FreezeStudy":           openapi.FreezeStudy{},
	"FreezeTexts":           openapi.FreezeTexts{},
	"FreezeWithdrawal":      openapi.FreezeWithdrawal{},
	"FreezeWithdrawn":       openapi.FreezeWithdrawn{},
	"HermesConcern":         openapi.HermesConcern{},
	"HermesCovered":         openapi.HermesCovered{},
	"HermesJobFailure":      openapi.HermesJobFailure{},
	"HermesMonth":           openapi.HermesMonth{},
	"HermesWork":            openapi.HermesWork{},
	"IndexSharing":          openapi.IndexSharing(""),
	"IndexStatus":           openapi.IndexStatus(""),
	"MailState":             openapi.MailState{},
	"MetaCaution":           openapi.MetaCaution{},
	"MetaCautionFinding":    openapi.MetaCautionFinding{},
	"MetaOptions":           openapi.MetaOptions{},
	"MetaOverlap":           openapi.MetaOverlap{},
	"MetaStatus":            openapi.MetaStatus(""),
	"MetaXCoding":           openapi.MetaXCoding(""),
	"Need":                  openapi.Need{},
	"OverviewNumbers":       openapi.OverviewNumbers{},
	"PageArea":              openapi.PageArea(""),
	"PageDifference":        openapi.PageDifference{},
	"PageProblem":           openapi.PageProblem{},
	"PageSharing":           openapi.PageSharing(""),
	"Problem":               openapi.Problem{},
	"Process":               openapi.Process{},
	"PublicFreeze":          openapi.PublicFreeze{},
	"PublicFreezeFile":      openapi.PublicFreezeFile{},
	"PublicFreezeLink":      openapi.PublicFreezeLink{},
	"PublicFreezePhenotype": openapi.PublicFreezePhenotype{},
	"PublicFreezeResult":    openapi.PublicFreezeResult{},
	"Quota":                 openapi.Quota{},
	"ResultFile":            openapi.ResultFile{},
	"ReviewComment":         openapi.ReviewComment{},
	"ReviewStep":            openapi.ReviewStep(""),
	"ReviewWarning":         openapi.ReviewWarning{},
	"RunStatus":             openapi.RunStatus(""),
	"SearchMatch":           openapi.SearchMatch{},
	"SetupAction":           openapi.SetupAction{},
	"SetupStep":             openapi.SetupStep{},
	"SgcChange":             openapi.SgcChange{},
	"SgcChangeNumbers":      openapi.SgcChangeNumbers{},
	"SgcCount":              openapi.SgcCount{},
	"SgcFileMark":           openapi.SgcFileMark{},
	"SgcFinding":            openapi.SgcFinding{},
	"SgcKind":               openapi.SgcKind(""),
	"SgcReplacement":        openapi.SgcReplacement{},
	"SgcReplacementSum":     openapi.SgcReplacementSum{},
	"SgcSex":                openapi.SgcSex(""),
	"SgcSexTotal":           openapi.SgcSexTotal{},
	"SgcStatus":             openapi.SgcStatus(""),
	"SgcSummary":            openapi.SgcSummary{},
	"SgcTask":               openapi.SgcTask{},
	"SgcTotal":              openapi.SgcTotal{},
	"SgcTotalCohort":        openapi.SgcTotalCohort{},
	"StorageKind":           openapi.StorageKind{},
	"StorageUse":            openapi.StorageUse{},
	"UploadStatus":          openapi.UploadStatus(""),
	"Versions":              openapi.Versions{},
	"WaitingOn":             openapi.WaitingOn(""),
}

// goType is a schema of the components with its Go type.
var goType = regexp.MustCompile(`(?m)^    (\w+):\n(?:      .*\n)*?      x-go-type: (.+)$`)

// The JSON of a domain's type is the one that the contract describes: the same names, and
// absent or null only where the contract allows it.
func TestDomainTypesAreTheContracts(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(contract)
	if err != nil {
		t.Fatal(err)
	}
	var stated []string
	for _, m := range goType.FindAllStringSubmatch(string(text), -1) {
		if m[2] != "json.RawMessage" {
			stated = append(stated, m[1])
		}
	}
	slices.Sort(stated)
	if named := slices.Sorted(maps.Keys(domainTypes)); !slices.Equal(named, stated) {
		t.Fatalf("domainTypes has %q, the contract states a Go type for %q", named, stated)
	}
	schemas := readSchemas(t)
	for name, value := range domainTypes {
		for _, fault := range schemas.faults(schemas[name], reflect.TypeOf(value), name) {
			t.Error(fault)
		}
	}
}

func TestDomainTypeFaults(t *testing.T) {
	t.Parallel()
	of := schemaSet{"Thing": {Type: "object", Required: []string{"a"}, Properties: map[string]*schema{"a": {Type: "string"}, "b": {Type: "integer"}}}}
	for name, c := range map[string]struct {
		value any
		want  int
	}{
		"equal": {struct {
			A string `json:"a"`
			B int    `json:"b,omitempty"`
		}{}, 0},
		"equal by embedding": {struct {
			embedded
			B *int64 `json:"b,omitempty"`
		}{}, 0},
		"a name is missing": {embedded{}, 1},
		"a name is not in the contract": {struct {
			A    string `json:"a"`
			B    int    `json:"b,omitempty"`
			Kept string
		}{}, 1},
		"optional, and always written": {struct {
			A string `json:"a"`
			B int    `json:"b"`
		}{}, 0},
		"optional, and null": {struct {
			A string `json:"a"`
			B *int   `json:"b"`
		}{}, 1},
		"required, and sometimes left out": {struct {
			A string `json:"a,omitempty"`
			B int    `json:"b,omitempty"`
		}{}, 1},
		"another type": {struct {
			A int     `json:"a"`
			B float64 `json:"b,omitempty"`
		}{}, 2},
		"required, and null": {struct {
			A *string `json:"a"`
			B int     `json:"b,omitempty"`
		}{}, 1},
	} {
		if got := of.faults(of["Thing"], reflect.TypeOf(c.value), "Thing"); len(got) != c.want {
			t.Errorf("%s: %q, want %d", name, got, c.want)
		}
	}
}

type embedded struct {
	A string `json:"a"`
}

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 string
	Format               string
	Nullable             bool
	Required             []string
	Properties           map[string]*schema
	AdditionalProperties json.RawMessage
	Items                *schema
	AllOf                []*schema
}

type schemaSet map[string]*schema

func readSchemas(t *testing.T) schemaSet {
	t.Helper()
	var d struct{ Components struct{ Schemas schemaSet } }
	if err := json.Unmarshal(openapi.Document(), &d); err != nil {
		t.Fatal(err)
	}
	return d.Components.Schemas
}

// resolve follows references and merges the parts of a schema.
func (c schemaSet) resolve(s *schema) *schema {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		return c.resolve(c[name])
	}
	if len(s.AllOf) == 0 {
		return s
	}
	whole := &schema{Type: "object", Properties: map[string]*schema{}}
	for _, part := range s.AllOf {
		p := c.resolve(part)
		whole.Required = append(whole.Required, p.Required...)
		maps.Copy(whole.Properties, p.Properties)
	}
	return whole
}

var (
	rawType  = reflect.TypeFor[json.RawMessage]()
	timeType = reflect.TypeFor[time.Time]()
	ownJSON  = []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()}
)

// faults returns the differences between the JSON of a type and a schema.
func (c schemaSet) faults(s *schema, t reflect.Type, at string) []string {
	s = c.resolve(s)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	byItself := func(i reflect.Type) bool { return t.Implements(i) }
	if t == rawType || t != timeType && slices.ContainsFunc(ownJSON, byItself) {
		return nil
	}
	switch {
	case s.Type == "object" && t.Kind() == reflect.Struct:
		return c.fieldFaults(s, t, at)
	case s.Type == "object" && t.Kind() == reflect.Map && s.Properties == nil:
		var of schema
		if json.Unmarshal(s.AdditionalProperties, &of) != nil {
			return nil // of any values
		}
		return c.faults(&of, t.Elem(), at+".*")
	case s.Type == "array" && t.Kind() == reflect.Slice:
		return c.faults(s.Items, t.Elem(), at+"[]")
	case s.Type == "string" && (t == timeType) == (s.Format == "date-time") && (t == timeType || t.Kind() == reflect.String):
	case s.Type == "integer" && reflect.Int <= t.Kind() && t.Kind() <= reflect.Int64:
	case s.Type == "number" && t.Kind() == reflect.Float64:
	case s.Type == "boolean" && t.Kind() == reflect.Bool:
	default:
		return []string{fmt.Sprintf("%s is a Go %s and a %s of the contract", at, t, s.Type)}
	}
	return nil
}

func (c schemaSet) fieldFaults(s *schema, t reflect.Type, at string) (faults []string) {
	found := map[string]bool{}
	for _, f := range reflect.VisibleFields(t) {
		tag, stated := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		if !f.IsExported() || f.Anonymous && !stated || tag == "-" {
			continue
		}
		property := s.Properties[name]
		if property == nil {
			faults = append(faults, fmt.Sprintf("%s.%s is not in the contract: give it a json tag", at, f.Name))
			continue
		}
		found[name] = true
		leftOut, required := strings.Contains(options, "omit"), slices.Contains(s.Required, name)
		if leftOut && required {
			faults = append(faults, fmt.Sprintf("%s.%s is required, and Go leaves it out when it is empty", at, name))
		}
		list := f.Type.Kind() == reflect.Slice || f.Type.Kind() == reflect.Map // which answers never give as null
		if !leftOut && !property.Nullable && (f.Type.Kind() == reflect.Pointer || list && !required) {
			faults = append(faults, fmt.Sprintf("%s.%s may be null", at, name))
		}
		faults = append(faults, c.faults(property, f.Type, at+"."+name)...)
	}
	for name := range s.Properties {
		if !found[name] {
			faults = append(faults, fmt.Sprintf("%s has no field for %s", at, name))
		}
	}
	return faults
}
