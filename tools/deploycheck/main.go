// Command deploycheck checks the files for containers as the tools that read them do:
//
//	deploycheck containerfile FILE   parses it with BuildKit's parser and its linter
//	deploycheck compose FILE         loads it with Compose's loader
//	deploycheck chart DIR [key=value …]  renders it with Helm's engine, and reads each object as
//	                                 Kubernetes would, refusing unknown fields
//
// It prints its findings. The status is 1 for a fault. It is a separate module, so that the program
// is not built from these libraries.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/strvals"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/yaml"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return errors.New("usage: deploycheck containerfile|compose|chart PATH [key=value …]")
	}
	switch args[0] {
	case "containerfile":
		return containerfile(args[1])
	case "compose":
		return compose(args[1])
	case "chart":
		return chart(args[1], args[2:])
	}
	return fmt.Errorf("unknown kind %q", args[0])
}

func containerfile(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return err
	}
	var faults []error
	warn := func(rule, description, _, message string, at []parser.Range) {
		faults = append(faults, fmt.Errorf("%s: %s (%s)", rule, message, description))
	}
	stages, _, err := instructions.Parse(parsed.AST, linter.New(&linter.Config{Warn: warn}))
	if err != nil {
		return err
	}
	last := stages[len(stages)-1]
	user, health := "", false
	for _, c := range last.Commands {
		switch c := c.(type) {
		case *instructions.UserCommand:
			user = c.User
		case *instructions.HealthCheckCommand:
			health = true
		}
		fmt.Println("last stage:", c.Name())
	}
	if user == "" || user == "root" || strings.HasPrefix(user, "0") {
		faults = append(faults, fmt.Errorf("the last stage runs as %q: name an account other than root", user))
	}
	if !health {
		faults = append(faults, errors.New("the last stage has no HEALTHCHECK"))
	}
	if len(stages) < 2 {
		faults = append(faults, errors.New("the program is built in the stage that runs it"))
	}
	return errors.Join(faults...)
}

func compose(path string) error {
	options, err := cli.NewProjectOptions([]string{path}, cli.WithName("cohortium"), cli.WithEnv(environment()))
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(project.Services)) {
		s := project.Services[name]
		replicas := 1
		if s.Deploy != nil && s.Deploy.Replicas != nil {
			replicas = *s.Deploy.Replicas
		}
		fmt.Printf("service %s: %d, read-only %v, health check %v\n", name, replicas, s.ReadOnly, s.HealthCheck != nil && !s.HealthCheck.Disable)
	}
	return nil
}

// environment has a value for each secret that the file requires.
func environment() []string {
	return []string{"DATABASE_PASSWORD=p", "S3_KEY=k", "S3_SECRET=s", "DOMAIN=cohortium.example.org"}
}

func chart(dir string, values []string) error {
	c, err := loader.LoadDir(dir)
	if err != nil {
		return err
	}
	set := map[string]any{}
	for _, v := range values {
		if err := strvals.ParseInto(v, set); err != nil {
			return err
		}
	}
	release := chartutil.ReleaseOptions{Name: "test", Namespace: "registry", IsInstall: true}
	all, err := chartutil.ToRenderValues(c, set, release, chartutil.DefaultCapabilities)
	if err != nil {
		return err
	}
	files, err := engine.Engine{Strict: true}.Render(c, all)
	if err != nil {
		return err
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if filepath.Ext(name) != ".yaml" {
			continue
		}
		for _, document := range strings.Split(files[name], "\n---") {
			if strings.TrimSpace(document) == "" {
				continue
			}
			if err := object(document); err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", name, err))
			}
		}
	}
	return errors.Join(faults...)
}

// object reads an object strictly.
func object(document string) error {
	var head struct {
		APIVersion, Kind string
		Metadata         struct{ Name string }
	}
	if err := yaml.Unmarshal([]byte(document), &head); err != nil {
		return err
	}
	kinds := map[string]any{
		"apps/v1 Deployment": &appsv1.Deployment{}, "v1 Service": &corev1.Service{}, "v1 Secret": &corev1.Secret{}, "v1 ConfigMap": &corev1.ConfigMap{},
		"v1 ServiceAccount": &corev1.ServiceAccount{}, "networking.k8s.io/v1 Ingress": &networkingv1.Ingress{},
		"policy/v1 PodDisruptionBudget": &policyv1.PodDisruptionBudget{},
	}
	into := kinds[head.APIVersion+" "+head.Kind]
	if into == nil {
		return fmt.Errorf("an object of the unknown kind %s %s", head.APIVersion, head.Kind)
	}
	if err := yaml.UnmarshalStrict([]byte(document), into); err != nil {
		return fmt.Errorf("%s: %w", head.Kind, err)
	}
	if faults := validation.IsDNS1123Subdomain(head.Metadata.Name); len(faults) > 0 {
		return fmt.Errorf("%s: name %q: %s", head.Kind, head.Metadata.Name, faults[0])
	}
	fmt.Println(head.Kind, head.Metadata.Name)
	if d, is := into.(*appsv1.Deployment); is {
		return deployment(d)
	}
	return nil
}

// deployment compares what Kubernetes compares when it takes a deployment, and what ours have.
func deployment(d *appsv1.Deployment) error {
	var faults []error
	for key, value := range d.Spec.Selector.MatchLabels {
		if d.Spec.Template.Labels[key] != value {
			faults = append(faults, fmt.Errorf("%s: the selector %s=%s is no label of its pods", d.Name, key, value))
		}
	}
	volumes := map[string]bool{}
	for _, v := range d.Spec.Template.Spec.Volumes {
		volumes[v.Name] = true
	}
	for _, c := range d.Spec.Template.Spec.Containers {
		for _, m := range c.VolumeMounts {
			if !volumes[m.Name] {
				faults = append(faults, fmt.Errorf("%s: no volume %s", d.Name, m.Name))
			}
		}
		if c.ReadinessProbe == nil || c.LivenessProbe == nil {
			faults = append(faults, fmt.Errorf("%s: no probes", d.Name))
		}
		if s := c.SecurityContext; s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem {
			faults = append(faults, fmt.Errorf("%s: its root is writable", d.Name))
		}
		if s := d.Spec.Template.Spec.SecurityContext; s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot {
			faults = append(faults, fmt.Errorf("%s: it may run as root", d.Name))
		}
	}
	return errors.Join(faults...)
}
