package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"cohortium/internal/app/console"
	"cohortium/internal/app/sumstatscmd"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// PushCmd is `push`, the command for the bulk upload page.
type PushCmd struct {
	Files     []string          `arg:"" help:"Files of summary statistics, each to become a submission." type:"existingfile"`
	Server    string            `required:"" env:"COHORTIUM_SERVER" placeholder:"URL" help:"Address of the server."`
	TokenFile string            `type:"existingfile" help:"File with an API token with the scopes read and upload. Default: the token in COHORTIUM_TOKEN."`
	Metadata  string            `required:"" type:"existingfile" placeholder:"SHEET" help:"CSV, TSV or XLSX with a line for each file: the column file, and keys of the metadata."`
	Map       map[string]string `mapsep:"none" placeholder:"FIELD=COLUMN" help:"Column of a field in every file, where detection asks or is wrong; may be repeated."`
	Yes       bool              `short:"y" help:"Accept the answers marked as likely, and print them."`
}

// pushed is a file to be uploaded.
type pushed struct {
	path, name string
	mapping    sumstats.Mapping
	values     map[string]string // metadata that the file states, by key
	problems   []string
}

// checkedMetadata is the server's check of the metadata of several files.
type checkedMetadata struct {
	Files []struct {
		Name     string
		Line     int
		Values   map[string]string
		Metadata json.RawMessage
		Problems []struct{ Column, Value, Message, Suggestion string }
	}
	Lines []struct {
		Line                      int
		File, Message, Suggestion string
	}
	Columns []struct{ Name, Suggestion string }
}

// Run checks everything first, then uploads and registers each file without a fault. The status is
// 1 if a file was skipped or refused.
func (c *PushCmd) Run(env *console.Env) error {
	server, err := c.remote()
	if err != nil {
		return console.Unusable(err)
	}
	files, err := c.prepare(env)
	if err != nil {
		return console.Unusable(err)
	}
	checked, err := c.check(env, server, files)
	if err != nil {
		return console.Unusable(err)
	}
	failed := len(checked.Lines) > 0
	if misspelt := printLoose(env.Stderr, filepath.Base(c.Metadata), checked); misspelt {
		return &console.ExitError{Status: console.ExitFindings, Err: errors.New("nothing was sent: rename or remove the columns that may be misspelt")}
	}
	var version struct {
		ChunkBytes int64 `json:"chunk_bytes"`
	}
	if err := server.ask(env.Ctx, http.MethodGet, "/api/version", nil, &version); err != nil {
		return console.Unusable(err)
	}
	for i, f := range files {
		said, err := "", error(nil)
		if len(f.problems) == 0 {
			said, err = f.push(env, server, checked.Files[i].Metadata, checked.Files[i].Values["dataSetName"], version.ChunkBytes)
		}
		if err != nil {
			f.problems = append(f.problems, err.Error())
		}
		if len(f.problems) > 0 {
			failed = true
			said = "not registered\n  " + strings.Join(f.problems, "\n  ")
		}
		fmt.Fprintf(env.Stdout, "%s: %s\n", f.name, said)
		if err := env.Ctx.Err(); err != nil {
			return err
		}
	}
	if failed {
		return console.ErrFindings
	}
	return nil
}

func (c *PushCmd) remote() (*remote, error) {
	token := os.Getenv("COHORTIUM_TOKEN")
	if c.TokenFile != "" {
		text, err := os.ReadFile(c.TokenFile)
		if err != nil {
			return nil, err
		}
		token = string(text)
	}
	if token = strings.TrimSpace(token); token == "" {
		return nil, errors.New("no API token: name its file with --token-file, or set COHORTIUM_TOKEN; your profile page makes one")
	}
	base, err := url.Parse(c.Server)
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return nil, fmt.Errorf("%q is not a server address such as https://cohortium.example.org", c.Server)
	}
	return &remote{base: strings.TrimRight(c.Server, "/"), token: token, client: http.DefaultClient, wait: sleep}, nil
}

// prepare decides how each file is read.
func (c *PushCmd) prepare(env *console.Env) ([]*pushed, error) {
	var files []*pushed
	seen := make(map[string]bool)
	for _, path := range c.Files {
		name := filepath.Base(path)
		if seen[name] {
			return nil, fmt.Errorf("two files are named %s, and the sheet cannot distinguish them; send them in two runs", name)
		}
		seen[name] = true
		opt := recognise.CheckOptions{Name: name, Map: sumstatscmd.ColumnMap(c.Map)}
		var err error
		if c.Yes {
			if opt.Map, err = sumstatscmd.LikelyAnswers(env.Stderr, path, opt); err != nil {
				return nil, err
			}
		}
		report, err := recognise.Prepare(func() (io.ReadCloser, error) { return os.Open(path) }, opt)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		f := &pushed{path: path, name: name, mapping: report.Mapping, values: statedBy(report.Inspection)}
		for _, finding := range report.Blocks() {
			f.problems = append(f.problems, "in the file: "+finding.String())
		}
		sumstatscmd.PrintWarnings(env, path, report)
		files = append(files, f)
	}
	return files, nil
}

// statedBy returns the metadata that a file states itself.
func statedBy(in *recognise.Inspection) map[string]string {
	values := make(map[string]string)
	if build := hermes.BuildWord(in.Build.Guess); build != "" {
		values["genomeBuild"] = build
	}
	for key, total := range map[string]*recognise.Total{"cases": in.Totals.NCases, "totalSampleSize": in.Totals.N} {
		if total != nil {
			values[key] = strconv.FormatFloat(total.Value, 'f', -1, 64)
		}
	}
	return values
}

// check sends the sheet to the server, and adds its findings to those of the files.
func (c *PushCmd) check(env *console.Env, server *remote, files []*pushed) (*checkedMetadata, error) {
	sheet, err := os.ReadFile(c.Metadata)
	if err != nil {
		return nil, err
	}
	type known struct {
		Name   string            `json:"name"`
		Values map[string]string `json:"values"`
	}
	body := struct {
		Files []known `json:"files"`
		Sheet []byte  `json:"sheet"`
	}{Sheet: sheet}
	for _, f := range files {
		body.Files = append(body.Files, known{f.name, f.values})
	}
	out := new(checkedMetadata)
	if err := server.ask(env.Ctx, http.MethodPost, "/api/hermes/metadata/check", body, out); err != nil {
		return nil, err
	}
	for i, found := range out.Files {
		f := files[i]
		if found.Line == 0 {
			f.problems = append(f.problems, fmt.Sprintf("%s has no line for this file.", filepath.Base(c.Metadata)))
			continue
		}
		for _, p := range found.Problems {
			place := fmt.Sprintf("in %s, line %d, column %s", filepath.Base(c.Metadata), found.Line, p.Column)
			if p.Value != "" {
				place += fmt.Sprintf(" (“%s”)", p.Value)
			}
			f.problems = append(f.problems, fmt.Sprintf("%s: %s%s", place, p.Message, meant(p.Suggestion)))
		}
	}
	return out, nil
}

func meant(suggestion string) string {
	if suggestion == "" {
		return ""
	}
	return " Did you mean " + suggestion + "?"
}

// printLoose prints lines and columns of a sheet that were not used, with suggestions for misspelt
// ones.
func printLoose(w io.Writer, sheet string, checked *checkedMetadata) (misspelt bool) {
	for _, l := range checked.Lines {
		fmt.Fprintf(w, "in %s, line %d, %s: %s%s\n", sheet, l.Line, l.File, l.Message, meant(l.Suggestion))
	}
	for _, col := range checked.Columns {
		misspelt = misspelt || col.Suggestion != ""
		fmt.Fprintf(w, "in %s, the column “%s” is not known and was left out.%s\n", sheet, col.Name, meant(col.Suggestion))
	}
	return misspelt
}

// push uploads and registers a file; files that an earlier run registered stay unchanged.
func (f *pushed) push(env *console.Env, server *remote, metadata json.RawMessage, name string, chunk int64) (string, error) {
	sum, err := console.SumOf(f.path)
	if err != nil {
		return "", err
	}
	type dataSet struct {
		ID     string
		Name   string `json:"dataset_name"`
		SHA256 string
	}
	var list struct{ Items []dataSet }
	if err := server.ask(env.Ctx, http.MethodGet, "/api/hermes/uploads?q="+url.QueryEscape(name), nil, &list); err != nil {
		return "", err
	}
	for _, there := range list.Items {
		if there.Name == name && there.SHA256 == sum {
			return fmt.Sprintf("registered before as %q, %s/hermes/qc/%s", name, server.base, there.ID), nil
		}
	}
	id, err := server.upload(env.Ctx, f.path, sum, chunk, func(sent, size int64) {
		if env.Terminal {
			fmt.Fprintf(env.Stderr, "\r%s: %d %%", f.name, 100*sent/max(size, 1))
		}
	})
	if env.Terminal {
		fmt.Fprintln(env.Stderr)
	}
	if err != nil {
		return "", err
	}
	var made dataSet
	body := map[string]any{"upload_id": id, "metadata": metadata, "mapping": f.mapping}
	if err := server.ask(env.Ctx, http.MethodPost, "/api/hermes/uploads", body, &made); err != nil {
		return "", err
	}
	return fmt.Sprintf("registered as %q, %s/hermes/qc/%s", made.Name, server.base, made.ID), nil
}
