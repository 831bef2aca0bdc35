// Package app wires the parts together: it parses the command line, opens the store, the blobs and
// the queue, and runs one command. The commands for files of summary statistics are in sumstatscmd,
// and shared parts of all commands in console. It may import every package of this module and is
// imported only by cmd/cohortium. It contains no rules of a domain.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"cohortium/internal/app/console"
	"cohortium/internal/app/freezecmd"
	"cohortium/internal/app/sumstatscmd"
	"cohortium/internal/platform/audit"
)

// commands is the whole command line.
type commands struct {
	Serve     ServeCmd             `cmd:"" help:"Start the server with its pages and workers."`
	Worker    WorkerCmd            `cmd:"" help:"Start workers only, on the database and files of a server."`
	Demo      DemoCmd              `cmd:"" help:"Start a server with the demo consortium."`
	Migrate   MigrateCmd           `cmd:"" help:"Bring the database to this program's version, or move an installation."`
	Backup    BackupCmd            `cmd:"" help:"Back up database and files; list and verify backups."`
	Restore   RestoreCmd           `cmd:"" help:"Restore a backup into an empty database and an empty file store."`
	Check     InstallationCheckCmd `cmd:"" help:"Check database, files and audit trail; changes nothing."`
	Ready     ReadyCmd             `cmd:"" help:"Ask a running server or worker whether it is ready, as probes of containers do."`
	Store     StoreCmd             `cmd:"" help:"Manage the file store: its identity, and files that no row names."`
	User      UserCmd              `cmd:"" help:"Manage accounts."`
	Token     TokenCmd             `cmd:"" help:"Manage API tokens."`
	Reference ReferenceCmd         `cmd:"" help:"Manage reference data: panels of allele frequencies, chain files."`
	Push      PushCmd              `cmd:"" help:"Send files of summary statistics to a server and register each with its metadata."`
	Sumstats  SumstatsCmd          `cmd:"" help:"Inspect, check, convert, lift over, quality-control and meta-analyse summary statistics on local files."`
	Freeze    freezecmd.FreezeCmd  `cmd:"" help:"Plan and run a release on local files: all meta-analyses of phenotype, ancestry and sex under one rule."`
	Index     IndexCmd             `cmd:"" help:"Index a table on a local disk, and ask it for keys and regions."`

	About VersionCmd `cmd:"" name:"version" help:"Print the version; compare the database with it."`

	Config  kong.ConfigFlag  `placeholder:"FILE" help:"Settings as JSON by the names of the flags with underscores; flags and environment come first."`
	Version kong.VersionFlag `help:"Print the version."`
}

// SumstatsCmd groups the commands for local files, without a server.
type SumstatsCmd struct {
	Inspect  sumstatscmd.InspectCmd  `cmd:"" help:"Identify a file: software, columns, build, as JSON."`
	Check    sumstatscmd.CheckCmd    `cmd:"" help:"Check every row and print all findings."`
	QC       sumstatscmd.QCCmd       `cmd:"" name:"qc" help:"Run quality control and write the report and the clean file."`
	Meta     sumstatscmd.MetaCmd     `cmd:"" help:"Meta-analyse files."`
	RG       sumstatscmd.RGCmd       `cmd:"" name:"rg" help:"Estimate heritability and genetic correlation by LD score regression."`
	Finemap  sumstatscmd.FinemapCmd  `cmd:"" help:"Judge loci, and find their signals and credible sets with LD."`
	Coloc    sumstatscmd.ColocCmd    `cmd:"" help:"Test whether two traits share a causal variant in a locus."`
	Genes    sumstatscmd.GenesCmd    `cmd:"" help:"Test genes by the P values of their variants, without LD."`
	Ancestry sumstatscmd.AncestryCmd `cmd:"" help:"Estimate the ancestry of participants from allele frequencies."`
	Convert  sumstatscmd.ConvertCmd  `cmd:"" help:"Convert a file to GWAS-SSF."`

	Liftover sumstatscmd.LiftoverCmd `cmd:"" help:"Carry a file to another genome build, as GWAS-SSF."`
}

// Main runs the command line and returns the exit status.
func Main(args []string, stdin io.Reader, stdout, stderr *os.File) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program immediately
	env := &console.Env{Ctx: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr, Terminal: terminal(stderr)}
	return Run(env, args)
}

// Run parses args, runs the command and returns the exit status.
func Run(env *console.Env, args []string) (status int) {
	parser, err := newParser(env)
	if err != nil {
		fmt.Fprintln(env.Stderr, "cohortium:", err)
		return console.ExitUsage
	}
	// Help and version end the run inside the parser.
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exited:
			status = int(r)
		default:
			panic(r)
		}
	}()
	chosen, err := parser.Parse(args)
	if err != nil {
		parser.Errorf("%s", err)
		return console.ExitUsage
	}
	// The trail records changes as those of the command line; requests and jobs of a server set
	// their own origin.
	env.Ctx = audit.WithOrigin(env.Ctx, audit.Origin{Actor: "command line"})
	return report(env, chosen.Run(env))
}

// newParser returns the parser of the command line.
func newParser(env *console.Env) (*kong.Kong, error) {
	return kong.New(&commands{},
		kong.Name("cohortium"), kong.Description("The registry that human-genetics consortia run themselves."),
		kong.Writers(env.Stdout, env.Stderr), kong.Vars{"version": console.Version + " (" + console.Commit + ")"},
		kong.Exit(func(code int) { panic(exited(code)) }), kong.UsageOnError(), kong.Configuration(readSettings),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
}

// exited carries an exit status out of the parser.
type exited int

// report prints an error in one sentence and returns the exit status.
func report(env *console.Env, err error) int {
	if err == nil {
		return console.ExitOK
	}
	if text := strings.TrimSpace(err.Error()); text != "" {
		fmt.Fprintln(env.Stderr, "cohortium:", text)
	}
	var exit *console.ExitError
	if errors.As(err, &exit) {
		return exit.Status
	}
	return console.ExitFindings
}

// terminal reports whether f is a terminal.
func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
